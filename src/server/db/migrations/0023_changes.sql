-- What the processes remember of the database, they forget by what its triggers tell on the channel `live`: a session, a
-- member, a league, an option, a post. The process whose connection wrote is told by a notice as well, which comes before
-- the answer to its commit.

create function notice_change(what text, id bigint) returns void language plpgsql as $$
begin
  raise notice using message = what || ':' || id, errcode = 'LIVE1';
end $$;

create function tell_change(what text, id bigint) returns void language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('changed', what || ':' || id)::text);
  perform notice_change(what, id);
end $$;

-- Called with the name of what has changed and the column of its id.
create function tell_changed_row() returns trigger language plpgsql as $$
begin
  perform tell_change(tg_argv[0], (to_jsonb(old) ->> tg_argv[1])::bigint);
  return null;
end $$;

-- That a session was used is told only where the clock was set back.
create trigger session_changed after update on sessions for each row
  when ((old.member_id, old.token_hash, old.expires_at, old.revoked_at)
      is distinct from (new.member_id, new.token_hash, new.expires_at, new.revoked_at) or new.last_seen < old.last_seen)
  execute function tell_changed_row('session', 'id');
create trigger session_gone after delete on sessions for each row
  execute function tell_changed_row('session', 'id');
create trigger member_changed after update on members for each row
  when ((old.is_staff, old.is_superuser, old.deleted_at, old.name, old.image_id)
      is distinct from (new.is_staff, new.is_superuser, new.deleted_at, new.name, new.image_id))
  execute function tell_changed_row('member', 'id');
create trigger member_gone after delete on members for each row
  execute function tell_changed_row('member', 'id');
