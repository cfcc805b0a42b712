"""Work in processes of its own: judging documents, deciding a report, running the code of others.

serve       the process that works: limits, requests, answers
worker      whoever watches it: deadlines, losses, another one in its place
pool        several at once
"""
