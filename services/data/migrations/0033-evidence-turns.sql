-- compatible-from: 0013
-- A user has one evidence created at a time, on all servers together.
create table data.evidence_turn (
  user_id uuid primary key,
  -- what creates it, and until when no other may
  holder uuid not null,
  held_until timestamptz not null,
  taken_date timestamptz not null
);
