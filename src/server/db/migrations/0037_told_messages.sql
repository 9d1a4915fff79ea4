-- A notification of a chat has the id of the message that it tells, and goes with it. Both were written by one
-- transaction: what was before has its message by their time, author, chat and words.
update notifications n set data = n.data || jsonb_build_object('comment', (
  select max(c.id) from comments c
  where c.created = n.created and c.member_id = n.actor_id and c.description = n.data ->> 'text'
    and c.post_id = substring(n.link from '^post/([0-9]+)')::integer))
where n.kind = 'comment';
create index notifications_of_message on notifications (((data ->> 'comment')::integer)) where kind = 'comment';
delete from notifications n using comments c
where n.kind = 'comment' and c.id = (n.data ->> 'comment')::integer and not c.active;
