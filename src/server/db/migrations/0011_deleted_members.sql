-- Accounts that were deleted while they joined, made or were handed something are nobody.
update members set phone = null, email = null, is_staff = false, is_superuser = false where deleted_at is not null;
alter table members add constraint members_deleted_is_nobody check (
  deleted_at is null or (phone is null and email is null and not is_staff and not is_superuser));
update sessions s set revoked_at = now() from members m
where m.id = s.member_id and m.deleted_at is not null and s.revoked_at is null;
delete from push_ids p using members m where m.id = p.member_id and m.deleted_at is not null;
delete from identities i using members m where m.id = i.member_id and m.deleted_at is not null;
delete from league_grants g using members m where m.id = g.member_id and m.deleted_at is not null;
update league_members lm set active = false from members m
where m.id = lm.member_id and m.deleted_at is not null and lm.active;
update group_members gm set active = false from members m
where m.id = gm.member_id and m.deleted_at is not null and gm.active;

-- What somebody owns who is not in it goes to its longest-standing member, as when an owner leaves.
update leagues l set owner_id = heir.id, active = l.active and heir.id is not null
from (select l.id as league, (
    select lm.member_id from league_members lm where lm.league_id = l.id and lm.active
    order by lm.joined_at, lm.member_id limit 1) as id
  from leagues l) heir
where heir.league = l.id and l.custom and l.removed_at is null and not exists (
  select from league_members lm where lm.league_id = l.id and lm.member_id = l.owner_id and lm.active);
update groups g set owner_id = heir.id, active = heir.id is not null
from (select g.id as friends, (
    select gm.member_id from group_members gm where gm.group_id = g.id and gm.active
    order by gm.joined_at, gm.member_id limit 1) as id
  from groups g) heir
where heir.friends = g.id and g.active and not exists (
  select from group_members gm where gm.group_id = g.id and gm.member_id = g.owner_id and gm.active);
