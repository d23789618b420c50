-- With the key beside it, the hash of a request could be tried out for a value that was erased since. Keys are kept as
-- hashes now, and what they came with as a hash that begins with the key.
update data.idempotency set
  request_hash = sha256(convert_to(key, 'UTF8') || request_hash),
  key = encode(sha256(convert_to(key, 'UTF8')), 'hex');
