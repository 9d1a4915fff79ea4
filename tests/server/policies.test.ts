import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { allCalls } from '#contract/make-game-calls.ts';
import type { Post } from '#contract/models.ts';
import { modelNames, modelRegistry, type ModelSpec } from '#contract/model-registry.ts';
import { callEndpoints, modelEndpoints } from '#server/endpoints.ts';
import { callPolicies, modelPolicies } from '#server/auth/policies.ts';
import { optionIdsOf } from '#tests/support/server/leagues-and-games.ts';
import { fileOfMatches, importWorldCup } from '#tests/support/server/competitions.ts';
import { newPhone } from '#tests/support/server/members.ts';
import { form, hugePng, uploadPicture } from '#tests/support/server/pictures.ts';
import {
  createPolicyFixture,
  roles,
  type Caller,
  type Role,
  type PolicyFixture,
} from '#tests/support/server/policy-fixture.ts';
import { evenSample } from '#tests/support/concurrency.ts';
import { runSize } from '#tests/support/run-size.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * Who may do what, as HTTP status codes written by hand: one row a model's verb or a call, one column a role. The objects
 * are of a custom league unless the row says `official`: `removed` was in it, `otherOwner` owns another, `inside` and
 * `owner` are in both. Messages, bets, options and notifications are those of `inside`.
 */

/** A game that is over, without results; returns its id. */
async function voidGame(by: Caller, { id, items_data }: Post): Promise<number> {
  for (const item of items_data) await by.post('setItemResults/', { item: item.id, value: 'void' });
  return id;
}

type SendAs = (caller: Caller, fixture: PolicyFixture, role: Role) => Promise<{ status: number }>;
// One row a line, whatever its length, so that the columns are aligned.
// oxfmt-ignore
//                           guest outs remo othe insi owne staf supe
const table: Record<string, [expected: string, sendAs: SendAs]> = {
  'section.list':             ['200 200 200 200 200 200 200 200', (c) => c.get('section/')],
  'section.get':              ['404 404 404 404 200 200 200 200', (c, w) => c.get(`section/${w.league.id}/`)],
  'section.get official':     ['200 200 200 200 200 200 200 200', (c, w) => c.get(`section/${w.official.id}/`)],
  'section.create':           ['401 201 201 201 201 201 201 201', (c) => c.post('section/', { name: 'ליגה' })],
  'section.create official':  ['401 403 403 403 403 403 201 201', (c) => c.post('section/', { name: 'ליגה', custom: false })],
  'section.update':           ['401 404 404 404 403 200 200 200', (c, w) => c.put(`section/${w.league.id}/`, { rounds: 2 })],
  'section.update official':  ['401 403 403 403 403 403 200 200', (c, w) => c.put(`section/${w.official.id}/`, { rounds: 2 })],
  'section.remove':           ['401 404 404 404 403 200 200 200', async (c, w) => c.del('section/', { ids: await w.unused.league() })],
  'section.remove official':  ['401 403 403 403 403 403 200 200', async (c, w) => c.del('section/', { ids: await w.unused.official() })],

  'clan.list':                ['401 200 200 200 200 200 200 200', (c) => c.get('clan/')],
  'clan.list of a league':    ['401 404 404 404 200 200 200 200', (c, w) => c.get('clan/', { section: w.league.id })],
  'clan.get':                 ['401 404 404 404 200 200 200 200', (c, w) => c.get(`clan/${w.group.id}/`)],
  'clan.create':              ['401 201 201 201 201 201 201 201', (c) => c.post('clan/', { name: 'קבוצה' })],
  'clan.update':              ['401 404 404 404 403 200 200 200', (c, w) => c.put(`clan/${w.group.id}/`, { name: 'קבוצה' })],
  'clan.remove':              ['401 404 404 404 403 200 200 200', async (c, w) => c.del('clan/', { ids: await w.unused.group() })],

  'member.list':              ['401 200 200 200 200 200 200 200', (c) => c.get('member/')],
  'member.list of a league':  ['401 404 404 404 200 200 200 200', (c, w) => c.get('member/', { section: w.league.id })],
  'member.list of a group':   ['401 404 404 404 200 200 200 200', (c, w) => c.get('member/', { clan: w.group.id })],
  'member.list official':     ['401 403 403 403 200 200 200 200', (c, w) => c.get('member/', { section: w.official.id })],
  'member.get':               ['401 404 404 404 200 200 200 200', (c, w) => c.get(`member/${w.people.inside.id}/`)],
  'member.update':            ['401 404 404 404 200 403 403 403', (c, w) => c.put(`member/${w.people.inside.id}/`, { name: 'בפנים' })],

  'notification.list':        ['401 200 200 200 200 200 200 200', (c) => c.get('notification/')],
  'notification.get':         ['401 404 404 404 200 404 404 404', async (c, w) => c.get(`notification/${await w.unused.notification()}/`)],
  'notification.update':      ['401 404 404 404 200 404 404 404', async (c, w) => c.put(`notification/${await w.unused.notification()}/`, { new: false })],

  'post.list':                ['200 200 200 200 200 200 200 200', (c) => c.get('post/')],
  'post.list of a league':    ['404 404 404 404 200 200 200 200', (c, w) => c.get('post/', { section: w.league.id })],
  'post.list official':       ['200 200 200 200 200 200 200 200', (c, w) => c.get('post/', { section: w.official.id })],
  'post.get':                 ['404 404 404 404 200 200 200 200', (c, w) => c.get(`post/${w.game.id}/`)],
  'post.get with its code':   ['200 200 200 200 200 200 200 200', (c, w) => c.get(`post/${w.game.id}/`, { code: w.league.code ?? '' })],
  'post.get official':        ['200 200 200 200 200 200 200 200', (c, w) => c.get(`post/${w.officialGame.id}/`)],
  'post.get gameRules':       ['200 200 200 200 200 200 200 200', (c) => c.get('post/gameRules/')],
  'post.create':              ['401 404 404 404 403 201 201 201', (c, w) => c.post('post/', { section: w.league.id, description: 'מילים' })],
  'post.create official':     ['401 403 403 403 403 403 201 201', (c, w) => c.post('post/', { section: w.official.id, description: 'מילים' })],
  'post.create for everyone': ['401 403 403 403 403 403 201 201', (c) => c.post('post/', { description: 'מילים' })],
  'post.update':              ['401 404 404 404 403 200 200 200', (c, w) => c.put(`post/${w.game.id}/`, { pinned: true })],
  'post.update official':     ['401 403 403 403 403 403 200 200', (c, w) => c.put(`post/${w.officialGame.id}/`, { pinned: true })],
  'post.update gameRules':    ['401 403 403 403 403 403 200 200', (c) => c.put('post/gameRules/', { description: 'הכללים' })],
  'post.remove':              ['401 404 404 404 403 200 200 200', async (c, w) => c.del('post/', { ids: (await w.unused.game()).id })],

  'postcomment.list':         ['401 404 404 404 200 200 200 200', (c, w) => c.get('postcomment/', { comment_post: w.game.id })],
  'postcomment.get':          ['401 404 404 404 200 200 200 200', async (c, w) => c.get(`postcomment/${await w.unused.comment()}/`)],
  'postcomment.create':       ['401 404 404 404 201 201 201 201', (c, w) => c.post('postcomment/', { comment_post: w.game.id, description: 'היי' })],
  'postcomment.create official': ['401 403 403 403 201 201 201 201', (c, w) => c.post('postcomment/', { comment_post: w.officialGame.id, description: 'היי' })],
  'postcomment.update':       ['401 404 404 404 200 403 200 200', async (c, w) => c.put(`postcomment/${await w.unused.comment()}/`, { active: false })],
  'postcomment.remove':       ['401 404 404 404 200 403 200 200', async (c, w) => c.del('postcomment/', { ids: await w.unused.comment() })],

  'item.list':                ['404 404 404 404 200 200 200 200', (c, w) => c.get('item/', { post: w.game.id })],
  'item.get':                 ['404 404 404 404 200 200 200 200', (c, w) => c.get(`item/${w.item.id}/`)],
  'item.get official':        ['200 200 200 200 200 200 200 200', (c, w) => c.get(`item/${w.officialItem.id}/`)],
  'item.create':              ['401 404 404 404 403 201 201 201', (c, w) => c.post('item/', questionIn(w, w.league.id))],
  'item.create official':     ['401 403 403 403 403 403 201 201', (c, w) => c.post('item/', questionIn(w, w.official.id))],
  'item.update':              ['401 404 404 404 403 200 200 200', (c, w) => c.put(`item/${w.item.id}/`, { description: 'על מה' })],
  'item.update official':     ['401 403 403 403 403 403 200 200', (c, w) => c.put(`item/${w.officialItem.id}/`, { description: 'על מה' })],

  'itemoption.list':          ['404 404 404 404 200 200 200 200', (c, w) => c.get('itemoption/', { item: w.item.id })],
  'itemoption.update':        ['401 404 404 404 403 200 200 200', (c, w) => c.put(`itemoption/${optionIdsOf(w.vote)[0]}/`, { no_points: false })],
  'itemoption.update official': ['401 403 403 403 403 403 400 400', (c, w) => c.put(`itemoption/${optionIdsOf(w.officialItem)[0]}/`, { no_points: true })],
  'itemoption.get':           ['404 404 404 404 200 200 200 200', (c, w) => c.get(`itemoption/${optionIdsOf(w.item)[0]}/`)],

  'bet.list':                 ['401 200 200 200 200 200 200 200', (c) => c.get('bet/')],
  'bet.list of a game':       ['401 404 404 404 200 200 200 200', (c, w) => c.get('bet/', { post: w.game.id })],
  'bet.get':                  ['401 404 404 404 200 404 404 404', async (c, w) => c.get(`bet/${await w.unused.bet()}/`)],
  // Staff who are not in the league have no bets there.
  'bet.create':               ['401 404 404 404 201 201 403 403', (c, w) => c.post('bet/', optionIdsOf(w.item).map((itemOption) => ({ itemOption, value: 1 })))],
  'bet.create official':      ['401 403 403 403 201 201 403 403', (c, w) => c.post('bet/', optionIdsOf(w.officialItem).map((itemOption) => ({ itemOption, value: 1 })))],
  'bet.update':               ['401 404 404 404 200 404 404 404', async (c, w) => c.put(`bet/${await w.unused.bet()}/`, { value: 2 })],
  'bet.remove':               ['401 404 404 404 200 404 404 404', async (c, w) => c.del('bet/', { ids: await w.unused.bet() })],

  'option.list':              ['401 200 200 200 200 200 200 200', (c) => c.get('option/')],
  'option.list of a league':  ['401 404 404 404 200 200 200 200', (c, w) => c.get('option/', { section: w.league.id })],
  'option.get':               ['401 404 404 404 200 200 200 200', async (c, w) => c.get(`option/${await w.unused.option()}/`)],
  'option.get of the catalogue': ['401 200 200 200 200 200 200 200', async (c, w) => c.get(`option/${await w.unused.catalogued()}/`)],
  'option.get of one’s own':  ['401 404 404 404 200 404 200 200', async (c, w) => c.get(`option/${await w.unused.own()}/`)],
  'option.create':            ['401 404 404 404 201 201 201 201', (c, w) => c.post('option/', { name: 'אפשרות', section: w.league.id })],
  'option.create official':   ['401 403 403 403 201 201 201 201', (c, w) => c.post('option/', { name: 'אפשרות', section: w.official.id })],
  'option.create of no league': ['401 201 201 201 201 201 201 201', (c) => c.post('option/', { name: 'אפשרות' })],
  'option.update':            ['401 404 404 404 200 403 200 200', async (c, w) => c.put(`option/${await w.unused.option()}/`, { name: 'אחרת' })],
  'option.remove':            ['401 404 404 404 200 403 200 200', async (c, w) => c.del('option/', { ids: await w.unused.option() })],

  'itemtype.list':            ['401 200 200 200 200 200 200 200', (c) => c.get('itemtype/')],
  'itemtype.get':             ['401 200 200 200 200 200 200 200', (c, w) => c.get(`itemtype/${w.type.id}/`)],
  'itemtype.create':          ['401 403 403 403 403 403 201 201', (c) => c.post('itemtype/', { name: 'סוג', type: 'vote' })],
  'itemtype.update':          ['401 403 403 403 403 403 200 200', (c, w) => c.put(`itemtype/${w.type.id}/`, { name: 'סוג' })],
  'itemtype.remove':          ['401 403 403 403 403 403 200 200', async (c, w) => c.del('itemtype/', { ids: await w.unused.type() })],

  'itemrule.list':            ['401 200 200 200 200 200 200 200', (c) => c.get('itemrule/')],
  'itemrule.get':             ['401 200 200 200 200 200 200 200', (c, w) => c.get(`itemrule/${w.rule.id}/`)],
  'itemrule.create':          ['401 403 403 403 403 403 201 201', (c, w, role) => c.post('itemrule/', { name: 'כלל', key: `rule_${role}`, itemType: w.type.id })],
  'itemrule.update':          ['401 403 403 403 403 403 200 200', (c, w) => c.put(`itemrule/${w.rule.id}/`, { name: 'כלל' })],
  'itemrule.remove':          ['401 403 403 403 403 403 200 200', async (c, w) => c.del('itemrule/', { ids: await w.unused.rule() })],

  sendPin:                    ['200 200 200 200 200 200 200 200', (c) => c.get('sendPinCode/', { cellphone: newPhone() })],
  logIn:                      ['200 200 200 200 200 200 200 200', (c) => c.post('api-token-auth/', { username: newPhone(), password: '123456' })],
  // There is no Firebase project here, so no such call.
  socialLogIn:                ['404 404 404 404 404 404 404 404', (c) => c.post('socialAuth', { token: 'x' })],
  linkPhone:                  ['401 400 400 400 400 400 400 400', (c) => c.post('linkPhone/', { cellphone: newPhone(), pincode: '123456' })],
  appData:                    ['200 200 200 200 200 200 200 200', (c) => c.get('getAppData/')],
  ping:                       ['200 200 200 200 200 200 200 200', (c) => c.get('ping/')],
  logOut:                     ['401 200 200 200 200 200 200 200', async (_, w, role) => (await w.unused.session(role)).post('logout/')],
  sessions:                   ['401 200 200 200 200 200 200 200', (c) => c.get('session/')],
  revokeSessions:             ['401 404 404 404 404 404 404 404', (c) => c.del('session/', { ids: 999_999 })],
  setPushId:                  ['401 200 200 200 200 200 200 200', (c) => c.post('setPushId/', { pId: 'push' })],
  deleteMe:                   ['401 200 200 200 200 200 200 200', async (_, w, role) => (await w.unused.somebody(role)).del('member/', { ids: 'me' })],
  exportMe:                   ['401 200 200 200 200 200 200 200', (c) => c.get('export/')],
  readNotifications:          ['401 200 200 200 200 200 200 200', (c) => c.put('notification/', { new: false })],
  chatRead:                   ['401 404 404 404 200 200 200 200', (c, w) => c.get('talk/', { post: w.game.id })],
  'chatRead official':        ['401 403 403 403 200 200 200 200', (c, w) => c.get('talk/', { post: w.officialGame.id })],
  markChatRead:               ['401 404 404 404 200 200 200 200', (c, w) => c.put('talk/', { post: w.game.id, last: 1 })],
  gameSteps:                  ['401 404 404 404 200 200 200 200', (c, w) => c.get('steps/', { post: w.game.id })],
  'gameSteps official':       ['401 403 403 403 200 200 200 200', (c, w) => c.get('steps/', { post: w.officialGame.id })],
  events:                     ['401 200 200 200 200 200 200 200', (_, w, role) => stream(w, role)],

  uploadImage:                ['401 201 201 201 201 201 201 201', (_, w, role) => upload(w, role, { model: 'member' })],
  'uploadImage of a league':  ['401 404 404 404 403 201 201 201', (_, w, role) => upload(w, role, { model: 'section', id: w.league.id })],
  'uploadImage official':     ['401 403 403 403 403 403 201 201', (_, w, role) => upload(w, role, { model: 'section', id: w.official.id })],
  'uploadImage of a group':   ['401 404 404 404 403 201 201 201', (_, w, role) => upload(w, role, { model: 'clan', id: w.group.id })],
  'uploadImage of a member':  ['401 404 404 404 201 403 403 403', (_, w, role) => upload(w, role, { model: 'member', id: w.people.inside.id })],
  'uploadImage of an option': ['401 404 404 404 201 403 201 201', async (_, w, role) => upload(w, role, { model: 'option', id: await w.unused.option() })],
  'uploadImage of a type':    ['401 403 403 403 403 403 201 201', async (_, w, role) => upload(w, role, { model: 'itemtype', id: await w.unused.type() })],
  'uploadImage of a comment': ['401 400 400 400 400 400 400 400', async (_, w, role) => upload(w, role, { model: 'postcomment', id: await w.unused.comment() })],

  join:                       ['401 200 200 200 200 200 200 200', (c) => c.get('joinAClan/', { code: '0000000000' })],
  'join, a preview':          ['200 200 200 200 200 200 200 200', (c, w) => c.get('joinAClan/', { code: w.league.code ?? '', preview: 1 })],
  inviteGroup:                ['401 200 200 200 200 200 200 200', (c, w) => c.get('inviteClanToSection/', { section: w.league.id, clan: w.group.id })],
  enter:                      ['401 404 404 404 200 200 403 403', async (c, w, role) => role === 'staff' || role === 'superuser' ? c.post('membership/', { clan: w.group.id }) : c.post('membership/', { section: w.league.id })],
  'enter somebody else':      ['401 404 404 404 403 403 403 403', (c, w) => c.post('membership/', { section: w.league.id, member: w.people.outsider.id })],
  leave:                      ['401 404 404 404 200 200 200 200', async (c, w) => c.del('membership/', { section: await w.unused.league() })],
  'leave, removing another':  ['401 404 404 404 403 200 200 200', async (c, w, role) => c.del('membership/', { section: await w.unused.league(), member: role === 'inside' ? w.people.owner.id : w.people.inside.id })],
  renewCode:                  ['401 404 404 404 403 200 200 200', async (c, w) => c.post('code/', { section: await w.unused.league() })],
  'renewCode of a group':     ['401 404 404 404 403 200 200 200', async (c, w) => c.post('code/', { clan: await w.unused.group() })],
  'renewCode official':       ['401 403 403 403 403 403 200 200', (c, w) => c.post('code/', { section: w.official.id })],

  standings:                  ['404 404 404 404 200 200 200 200', (c, w) => c.get('standings/', { section: w.league.id })],
  'standings official':       ['200 200 200 200 200 200 200 200', (c, w) => c.get('standings/', { section: w.official.id })],
  leagueStatistics:           ['404 404 404 404 200 200 200 200', (c, w) => c.get('statistics/', { section: w.league.id })],
  'leagueStatistics official': ['200 200 200 200 200 200 200 200', (c, w) => c.get('statistics/', { section: w.official.id })],
  memberStatistics:           ['404 404 404 404 200 200 200 200', (c, w) => c.get('memberStatistics/', { section: w.league.id, member: w.people.inside.id })],
  'memberStatistics official': ['200 200 200 200 200 200 200 200', (c, w) => c.get('memberStatistics/', { section: w.official.id, member: w.people.inside.id })],
  projectedStandings:         ['404 404 404 404 200 200 200 200', (c, w) => c.get('projectedStandings/', { section: w.league.id })],
  'projectedStandings official': ['200 200 200 200 200 200 200 200', (c, w) => c.get('projectedStandings/', { section: w.official.id })],
  rulesPreview:               ['404 404 404 404 200 200 200 200', async (c, w) => c.get('rulesPreview/', { post: await voidGame(w.people.owner, await w.unused.game()) })],
  'rulesPreview official':    ['200 200 200 200 200 200 200 200', async (c, w) => c.get('rulesPreview/', { post: await voidGame(w.people.staff, await w.unused.officialGame()) })],
  points:                     ['401 404 404 404 200 200 200 200', (c, w) => c.get('points/', { section: w.league.id })],
  'points official':          ['401 403 403 403 200 200 200 200', (c, w) => c.get('points/', { section: w.official.id })],
  itemBets:                   ['401 404 404 404 200 200 200 200', (c, w) => c.get('getItemBets/', { item: w.item.id })],
  'itemBets official':        ['401 403 403 403 200 200 200 200', (c, w) => c.get('getItemBets/', { item: w.officialItem.id })],
  missingBettors:             ['401 404 404 404 200 200 200 200', (c, w) => c.get('missing/', { post: w.game.id })],
  'missingBettors official':  ['401 403 403 403 200 200 200 200', (c, w) => c.get('missing/', { post: w.officialGame.id })],
  bettors:                    ['401 404 404 404 200 200 200 200', (c, w) => c.get('bettors/', { item: w.item.id })],
  seals:                      ['401 404 404 404 200 200 200 200', (c, w) => c.get('seals/', { item: w.item.id })],
  'seals official':           ['401 403 403 403 200 200 200 200', (c, w) => c.get('seals/', { item: w.officialItem.id })],
  printedGames:               ['401 404 404 404 200 200 200 200', (c, w) => c.get('printedGames/', { section: w.league.id })],
  'printedGames official':    ['401 403 403 403 200 200 200 200', (c, w) => c.get('printedGames/', { section: w.official.id })],
  'seals of a league':        ['401 404 404 404 200 200 200 200', (c, w) => c.get('seals/', { section: w.league.id })],
  'bettors official':         ['401 403 403 403 200 200 200 200', (c, w) => c.get('bettors/', { item: w.officialItem.id })],
  profile:                    ['401 404 404 404 200 200 200 200', (c, w) => c.get('profile/', { member: w.people.owner.id })],
  'profile of oneself':       ['401 200 200 200 200 200 200 200', (c, w, role) => c.get('profile/', { member: role === 'guest' ? 1 : w.people[role].id })],
  staff:                      ['401 403 403 403 403 403 403 200', (c) => c.get('role/')],
  setRole:                    ['401 403 403 403 403 403 403 200', (c) => c.put('role/', { cellphone: newPhone(), role: 'staff' })],
  createGame:                 ['401 404 404 404 403 201 201 201', (c, w) => c.post('createPostV3/', gameIn(w, w.league.id))],
  'createGame official':      ['401 403 403 403 403 403 201 201', (c, w) => c.post('createPostV3/', gameIn(w, w.official.id))],
  competitions:               ['401 404 404 404 403 200 200 200', (c, w) => c.get('competition/', { section: w.league.id })],
  'competitions official':    ['401 403 403 403 403 403 200 200', (c, w) => c.get('competition/', { section: w.official.id })],
  importCompetition:          ['401 404 404 404 403 201 201 201', (c, w) => c.post('importCompetition/', importWorldCup(w.league.id))],
  'importCompetition official': ['401 403 403 403 403 403 201 201', (c, w) => c.post('importCompetition/', importWorldCup(w.official.id))],
  competitionFile:            ['401 404 404 404 403 200 200 200', (c, w) => c.post('competitionFile/', fileOfMatches(w.league.id))],
  'competitionFile official': ['401 403 403 403 403 403 200 200', (c, w) => c.post('competitionFile/', fileOfMatches(w.official.id))],
  undoImport:                 ['401 404 404 404 403 200 200 200', async (c, w) => { await w.people.owner.post('importCompetition/', importWorldCup(w.league.id)); return c.del('importCompetition/', { section: w.league.id, competition: 'worldcup-2026' }); }],
  'undoImport official':      ['401 403 403 403 403 403 200 200', async (c, w) => { await w.people.staff.post('importCompetition/', importWorldCup(w.official.id)); return c.del('importCompetition/', { section: w.official.id, competition: 'worldcup-2026' }); }],
  placeJoker:                 ['401 404 404 404 200 200 403 403', async (c, w) => c.post('joker/', { item: (await w.unused.game()).items_data[0]?.id })],
  takeJoker:                  ['401 404 404 404 200 200 403 403', async (c, w) => c.del('joker/', { item: (await w.unused.game()).items_data[0]?.id ?? 0 })],
  setResults:                 ['401 404 404 404 403 200 200 200', async (c, w) => c.post('setItemResults/', { item: (await w.unused.game()).items_data[0]?.id, value: 'start' })],
  'setResults official':      ['401 403 403 403 403 403 200 200', async (c, w) => c.post('setItemResults/', { item: (await w.unused.officialGame()).items_data[0]?.id, value: 'start' })],
  // No item here has a provisional result, so those who may call get 404 or 409.
  objections:                 ['401 404 404 404 404 404 404 404', (c, w) => c.get('objections/', { item: w.item.id })],
  'objections official':      ['401 403 403 403 404 404 404 404', (c, w) => c.get('objections/', { item: w.officialItem.id })],
  objectToResult:             ['401 404 404 404 409 409 403 403', (c, w) => c.post('objections/', { item: w.item.id, version: 1, words: 'לא' })],
  'objectToResult official':  ['401 403 403 403 409 409 403 403', (c, w) => c.post('objections/', { item: w.officialItem.id, version: 1, words: 'לא' })],
  voteOnObjections:           ['401 404 404 404 409 409 403 403', (c, w) => c.put('objections/', { item: w.item.id, version: 1, agrees: true })],
  confirmResult:              ['401 404 404 404 403 409 409 409', (c, w) => c.post('confirmResult/', { item: w.item.id, version: 1 })],
  handBack:                   ['401 404 404 404 403 409 409 409', async (c, w) => c.post('handBack/', { item: (await w.unused.game()).items_data[0]?.id })],
  enterResult:                ['401 404 404 404 403 201 201 201', async (c, w) => c.post('result/', { item: (await w.unused.game()).items_data[0]?.id, home: 1, away: 0 })],
};

const gameIn = ({ game, officialGame, league, type }: PolicyFixture, section: number) => ({
  section,
  itemType: type.id,
  rules: {},
  groups: [{ options: (section === league.id ? game : officialGame).options.map(({ id }) => id) }],
});

const questionIn = ({ game, officialGame, league }: PolicyFixture, section: number) => ({
  section,
  description: 'מי?',
  options: (section === league.id ? game : officialGame).options.map(({ id }) => id),
});

/** A picture of one pixel. */
const upload = ({ server, tokens }: PolicyFixture, role: Role, query: { model: string; id?: number }) =>
  uploadPicture(server, tokens[role], query, form({ bytes: hugePng(1, 1) }));

/** A stream does not end, so only its headers are read. */
async function stream({ server, tokens }: PolicyFixture, role: Role): Promise<{ status: number }> {
  const stop = new AbortController();
  const headers = {
    'Content-Type': 'application/json',
    ...(tokens[role] === null ? {} : { Authorization: `Token ${tokens[role]}` }),
  };
  const { status } = await fetch(`${server.url}/api/events/`, { headers, signal: stop.signal });
  stop.abort();
  return { status };
}

onOneDatabase('pglite', (database) => {
  let server: TestServer;
  let fixture: PolicyFixture;
  beforeAll(async () => {
    server = await startServer({ database });
    fixture = await createPolicyFixture(server);
  });
  afterAll(() => server.close());

  test.each(Object.entries(table))('%s', async (_, [expected, sendAs]) => {
    const statuses: number[] = [];
    for (const role of roles) {
      const { status } = await sendAs(fixture.callers[role], fixture, role);
      if (status < 400) fixture.unused.used();
      statuses.push(status);
    }
    expect(statuses.join(' ')).toBe(expected);
  });
});

/** The expected status of a row, by role. */
const expectedOf = (row: string): Record<Role, number> => {
  const numbers = (table[row]?.[0] ?? '').split(' ').map(Number);
  return Object.fromEntries(roles.map((role, at) => [role, numbers[at]])) as Record<Role, number>;
};

/** A fixture's objects, with the callers of another one. */
const withCallersOf = (
  fixture: PolicyFixture,
  { callers, tokens, unused }: PolicyFixture,
): PolicyFixture => ({
  ...fixture,
  callers,
  tokens,
  unused: { ...fixture.unused, session: unused.session, somebody: unused.somebody },
});

/** A copy of the fixture whose objects' ids do not exist. */
function missingTwinOf(fixture: PolicyFixture): PolicyFixture {
  const id = 1_999_999_999;
  const withMissingId = <T extends { id: number }>(model: T): T => ({ ...model, id });
  const option = (item: PolicyFixture['item']): PolicyFixture['item'] => ({
    ...withMissingId(item),
    options: Object.fromEntries(
      Object.values(item.options).map((one, at) => [id + at, { ...one, id: id + at }]),
    ),
  });
  const game = { ...withMissingId(fixture.game), items_data: [option(fixture.item)] };
  const one = () => Promise.resolve(id);
  const people = Object.fromEntries(
    Object.entries(fixture.people).map(([role, person]) => [role, withMissingId(person)]),
  );
  return {
    ...fixture,
    people: people as PolicyFixture['people'],
    league: withMissingId(fixture.league),
    official: withMissingId(fixture.official),
    group: withMissingId(fixture.group),
    game,
    officialGame: withMissingId(fixture.officialGame),
    item: option(fixture.item),
    vote: option(fixture.vote),
    officialItem: option(fixture.officialItem),
    type: withMissingId(fixture.type),
    rule: withMissingId(fixture.rule),
    unused: {
      ...fixture.unused,
      league: one,
      official: one,
      group: one,
      comment: one,
      bet: one,
      option: one,
      catalogued: one,
      own: one,
      notification: one,
      type: one,
      rule: one,
      game: () => Promise.resolve(game),
      officialGame: () => Promise.resolve(game),
    },
  };
}

// Rows without an object of their own, and rows of objects that belong to no league.
const rowsWithoutObject =
  /^(section\.(list|create)|clan\.(list$|create)|member\.list$|notification\.list|post\.(list$|get gameRules|update gameRules|create for)|bet\.list$|option\.(list$|create of no league)|item(type|rule)\.(list|create)|sendPin|logIn|socialLogIn|linkPhone|appData|ping|logOut|sessions|revoke|setPushId|deleteMe|exportMe|readNotif|events|uploadImage$|uploadImage of a comment|join|inviteGroup|profile of oneself|staff$|setRole)/;
const rowsOutsideLeagues = /official|^itemtype|^itemrule|of a type/;

/**
 * Objects beyond the fixture's league. `foreign`: of another fixture, in which `inside` and `owner` are outsiders. `own`: of
 * a fixture that the caller owns. `nothing`: ids that do not exist, which are a 404 for every role.
 */
describe('the same rows, with foreign, own and missing objects', () => {
  type Cell = { row: string; what: 'foreign' | 'own' | 'nothing'; role: Role; expected: number };
  const cells: Cell[] = Object.keys(table).flatMap((row) => {
    const here = expectedOf(row);
    const own = [here.inside, here.owner].find((status) => status < 300) ?? here.owner;
    return roles.flatMap((role): Cell[] => [
      ...(row === 'profile of oneself'
        ? []
        : [
            {
              row,
              role,
              what: 'foreign' as const,
              expected: ['inside', 'owner'].includes(role) ? here.outsider : here[role],
            },
          ]),
      ...(role === 'guest' || rowsWithoutObject.test(row) || rowsOutsideLeagues.test(row)
        ? []
        : [{ row, role, what: 'own' as const, expected: own }]),
      ...(rowsWithoutObject.test(row)
        ? []
        : [
            {
              row,
              role,
              what: 'nothing' as const,
              expected: role === 'guest' && here.guest === 401 ? 401 : 404,
            },
          ]),
    ]);
  });

  test('each cell has its expected status', async () => {
    const chosen = evenSample(cells, runSize('cells of permissions beyond the shared league', 100, 10_000));
    const server = await startServer({ database: 'postgres' });
    try {
      const here = await createPolicyFixture(server);
      const foreignFixture = withCallersOf(await createPolicyFixture(server), here);
      const fixtures: Record<string, PolicyFixture> = {
        foreign: foreignFixture,
        nothing: missingTwinOf(here),
      };
      for (const role of roles) {
        if (role === 'guest') continue;
        fixtures[`own ${role}`] = withCallersOf(await createPolicyFixture(server, here.people[role]), here);
      }
      const failures: unknown[] = [];
      for (const { row, what, role, expected } of chosen) {
        const fixture = fixtures[what === 'own' ? `own ${role}` : what] ?? here;
        const { status } = (await table[row]?.[1](here.callers[role], fixture, role)) ?? { status: 0 };
        if (status < 400) fixture.unused.used();
        if (status !== expected) failures.push({ row, what, role, expected, status });
      }
      console.log(
        `cells of permissions: ${chosen.length} of ${cells.length} tried beyond ${Object.keys(table).length * roles.length}`,
      );
      expect(failures).toEqual([]);
    } finally {
      await server.close();
    }
  }, 1_800_000);
});

describe('the table is complete', () => {
  const rows = new Set(Object.keys(table).map((row) => row.split(/[ ,]/)[0]));
  const verbs = ['list', 'get', 'create', 'update', 'remove'] as const;

  test('each verb of each model has a row, a policy and a handler, or none of them', () => {
    for (const name of modelNames) {
      const spec: ModelSpec = modelRegistry[name];
      for (const verb of verbs) {
        const has = {
          row: rows.has(`${name}.${verb}`),
          policy: modelPolicies[name][verb] !== undefined,
          resource: modelEndpoints[name][verb] !== undefined,
          // A verb that writes needs a schema of its input.
          input:
            verb === 'create' || verb === 'update'
              ? spec[verb] !== undefined
              : modelPolicies[name][verb] !== undefined,
        };
        expect({ name, verb, ...has }).toEqual({
          name,
          verb,
          row: has.policy,
          policy: has.policy,
          resource: has.policy,
          input: has.policy,
        });
      }
    }
  });

  test('each call has a row, a policy and a handler; open calls are open to guests', () => {
    const names = Object.keys(allCalls) as CallName[];
    expect(Object.entries(callEndpoints).filter(([name, endpoint]) => endpoint.name !== name)).toEqual([]);
    for (const name of names) {
      const open = 'open' in allCalls[name];
      expect({ name, row: rows.has(name), guests: callPolicies[name] === 'guest' }).toEqual({
        name,
        row: true,
        guests: open,
      });
    }
  });
});
