import { nativeShell } from '#machines/native-shell.ts';
import { after, childSends, done, error, testMachine } from '#tests/support/statecharts/test-machine.ts';

const invitationLink = 'https://hevre.example/?joinclan=ABCDE12345&by=7';
const gameLink = 'https://hevre.example/#/post/3?code=XYZ';
const siteLink = 'https://hevre.example/';

const opensInvitation = { sends: [{ type: 'invitation.open', code: 'ABCDE12345', by: 7 }] };
const opensGame = { sends: [{ type: 'place.open', href: '/post/3?code=XYZ' }] };
/** A link that is opened while the app starts is remembered. */
const opensAndRemembers = (link: string, opens: object) => ({ to: 'same', ...opens, context: { link } });

testMachine(nativeShell, {
  inputs: { app: undefined },
  fold: ({ link }) =>
    link === null ? '' : link === invitationLink ? 'invited' : link === gameLink ? 'a game' : 'the site',
  events: {
    'back in the page': childSends('shell', { type: 'back.pressed', canGoBack: true }),
    'back on the first screen': childSends('shell', { type: 'back.pressed', canGoBack: false }),
    'started by an invitation': childSends('shell', { type: 'link.launched', address: invitationLink }),
    'an invitation is opened': childSends('shell', { type: 'link.opened', address: invitationLink }),
    'started by a game': childSends('shell', { type: 'link.launched', address: gameLink }),
    'a game is opened': childSends('shell', { type: 'link.opened', address: gameLink }),
    'the site is opened': childSends('shell', { type: 'link.opened', address: siteLink }),
    'a push is tapped': childSends('shell', { type: 'push.tapped', link: 'section/2' }),
    'the shell fails': error('shell', new Error('broken')),
    'a second passes': after('splashDelay', 1000),
    'three seconds pass': after('startTime', 3000),
    'the splash is hidden': done('hideSplash', undefined),
    'the splash stays': error('hideSplash', new Error('no plugin')),
  },
  becomes: {
    'start: app': {
      to: 'splash.shown & links.starting',
      context: { link: null },
      calls: { shell: undefined },
    },
    '* + back in the page': { to: 'same', sends: [{ type: 'history.back' }] },
    '* + back on the first screen': { to: 'same', sends: [{ type: 'app.minimize' }] },
    '* + a push is tapped': { to: 'same', sends: [{ type: 'place.open', href: '/section/2' }] },

    'splash.shown + a second passes': { to: 'splash.hiding', calls: { hideSplash: undefined } },
    'splash.hiding + the splash is hidden': 'splash.hidden',
    'splash.hiding + the splash stays': 'splash.hidden',

    // A phone reports the link that has started the app once or twice, in either order.
    'links.starting + started by an invitation': ({ link }) =>
      link === invitationLink ? 'ignored' : opensAndRemembers(invitationLink, opensInvitation),
    'links.starting + an invitation is opened': ({ link }) =>
      link === invitationLink ? 'ignored' : opensAndRemembers(invitationLink, opensInvitation),
    'links.starting + started by a game': ({ link }) =>
      link === gameLink ? 'ignored' : opensAndRemembers(gameLink, opensGame),
    'links.starting + a game is opened': ({ link }) =>
      link === gameLink ? 'ignored' : opensAndRemembers(gameLink, opensGame),
    'links.starting + the site is opened': ({ link }) =>
      link === siteLink ? 'ignored' : opensAndRemembers(siteLink, {}),
    'links.starting + three seconds pass': { to: 'links.running', context: { link: null } },

    // Once the app runs, the same link is another tap.
    'links.running + started by an invitation': { to: 'same', ...opensInvitation },
    'links.running + an invitation is opened': { to: 'same', ...opensInvitation },
    'links.running + started by a game': { to: 'same', ...opensGame },
    'links.running + a game is opened': { to: 'same', ...opensGame },
    'links.running + the site is opened': 'same',
  },
  // After the shell has failed it reports nothing more.
  unpaired: 123,
});
