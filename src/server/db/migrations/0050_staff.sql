-- The list of staff, in a time that does not grow with the number of members.
create index members_with_role on members (id) where is_staff or is_superuser;
