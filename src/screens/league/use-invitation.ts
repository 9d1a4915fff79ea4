import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { inviteValues, whatsappHref } from '#screens/share.ts';

const messages = {
  league: { button: 'inviteToLeague', text: 'inviteLeagueText' },
  group: { button: 'inviteToClan', text: 'inviteGroupText' },
} as const;

/** The text and link of an invitation, and the attributes of a link that sends it by WhatsApp. */
export function useInvitation(kind: keyof typeof messages, name: string, code: string) {
  const t = useT();
  const values = inviteValues(useAppData(), { name, code });
  const text = t(messages[kind].text, values);
  const whatsapp = {
    href: whatsappHref(text),
    target: '_blank',
    rel: 'noreferrer',
    'aria-label': t(messages[kind].button),
  };
  return { text, link: values.link, whatsapp };
}
