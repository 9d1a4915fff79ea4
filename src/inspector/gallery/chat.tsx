import { Trophy } from 'lucide-react';
import { useState } from 'react';
import { ChatList } from '#ui/chat/ChatList.tsx';
import { DayDivider, Message, TextWithLinks, UnreadDivider, type MessageState } from '#ui/chat/Message.tsx';
import { MessageInput } from '#ui/chat/MessageInput.tsx';
import { StepLine } from '#ui/chat/StepLine.tsx';
import { PictureButton } from '#ui/picture/PictureButton.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import * as css from './Gallery.css.ts';
import { ago, flag, nothing, now, usePeople, useTeams, useSampleText } from './samples.ts';

const states = {
  sent: 'sent',
  sending: 'sending',
  waiting: 'waiting',
  held: 'held',
  refused: 'refused',
} as const satisfies Record<MessageState, MessageState>;
const picture = (id: number, code: string) => ({
  id,
  url: flag(code),
  thumbnail: flag(code),
  width: 512,
  height: 512,
});

const unreadablePicture = { ...picture(3, 'arg'), url: 'data:,', thumbnail: 'data:,' };

export function Chat() {
  const word = useSampleText();
  return (
    <>
      <Messages />
      <p dir="auto">
        <TextWithLinks text={word('לראות: https://x.co/1', 'To see: https://x.co/1')} />
      </p>
      <Input text="" />
      <Input text={word('מי מביא פיצה לגמר?', 'Who brings pizza to the final?')} />
      <Input text={'x'.repeat(80)} busy />
    </>
  );
}

function Messages() {
  const word = useSampleText();
  const people = usePeople();
  const { argentina, brazil } = useTeams();
  const [me = { id: 0, name: '' }] = people;
  const sent = { at: ago(20), time: '20:40', onActions: nothing };
  const mine = { ...sent, memberId: me.id, name: me.name, mine: true };
  return (
    <div className={css.high}>
      <ChatList
        label={word('הודעות', 'Messages')}
        rows={[{ key: 'first' }]}
        renderRow={() => <DayDivider at={ago(1440)} now={now} />}
        startAt="first"
        onVisibleRows={nothing}
      />
      <DayDivider at={ago(3000)} now={now} />
      {/* Enough members for every colour of a name. */}
      {people.slice(1, 8).map(({ id, name }) => (
        <Message
          key={id}
          {...sent}
          memberId={id}
          name={name}
          mine={false}
          firstOfRun
          text={word(
            'מה הסיכוי של ברזיל? https://example.org',
            'What are Brazil’s chances? https://example.org',
          )}
        />
      ))}
      <Message
        {...sent}
        memberId={2}
        name={me.name}
        mine={false}
        firstOfRun={false}
        text={word('אפס', 'None')}
      />
      <Message {...sent} memberId={2} name={me.name} mine={false} firstOfRun={false} text="" deleted />
      <UnreadDivider />
      <StepLine icon={<Trophy size={16} />} title={word('נגמר', 'Over')} at={ago(5)} time="20:55">
        <ScorePair
          home={{ name: argentina.name, score: 2 }}
          away={{ name: brazil.name, score: 1 }}
          size="small"
        />
      </StepLine>
      {Object.values(states).map((state) => (
        <Message
          key={state}
          {...mine}
          firstOfRun={state === 'sent'}
          text={word('אמרתי לכם', 'I told you')}
          state={state}
          onRetry={nothing}
          onDelete={nothing}
        />
      ))}
      <Message {...mine} firstOfRun text="" pictures={[picture(1, 'arg')]} />
      <Message {...mine} firstOfRun={false} text="" pictures={[picture(1, 'arg'), picture(2, 'bra')]} />
      <Message {...mine} firstOfRun={false} text="" pictures={[unreadablePicture]} />
    </div>
  );
}

function Input({ text: first, busy = false }: { text: string; busy?: boolean }) {
  const word = useSampleText();
  const [text, setText] = useState(first);
  return (
    <MessageInput
      text={text}
      onText={setText}
      onSend={nothing}
      canSend={text !== ''}
      busy={busy}
      maxLength={100}
      attach={<PictureButton label={word('תמונה', 'A picture')} onFiles={nothing} />}
    />
  );
}
