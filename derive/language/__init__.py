"""What `lower` still infers of ranges, until it reads statements."""
