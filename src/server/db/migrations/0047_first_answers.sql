-- What an app asks first, in a time that does not grow with the tables.
-- A member's unread notifications.
create index notifications_unread on notifications (member_id) where is_new;
-- Every member's leagues besides their own.
create index leagues_official on leagues (id) where not custom and active;
-- Whether a league has news for a member.
create index posts_news on posts (league_id, updated) where active;
create index items_news on items (league_id, updated);
