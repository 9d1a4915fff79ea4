import { ArrowLeft, Heart, MessageCircle, Pin, Plus, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { DateText } from '#ui/primitives/DateText.tsx';
import { Directional } from '#ui/primitives/Directional.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import { QrCode } from '#ui/primitives/QrCode.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { Heading, Row, Stack, VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { Tabs } from '#ui/primitives/Tabs.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import * as css from './Gallery.css.ts';
import { ago, nothing, now, useSampleText } from './samples.ts';

export function Primitives() {
  return (
    <>
      <Buttons />
      <Words />
      <Boxes />
    </>
  );
}

function Buttons() {
  const word = useSampleText();
  const invite = word('להזמין חברים', 'Invite friends');
  const add = word('הוספה', 'Add');
  return (
    <>
      {(['main', 'quiet', 'plain', 'danger'] as const).map((tone) => (
        <div key={tone} className={css.flow}>
          <Button tone={tone} onClick={nothing}>
            {invite}
          </Button>
          <Button tone={tone} busy onClick={nothing}>
            {invite}
          </Button>
          <Button tone={tone} disabled onClick={nothing}>
            {invite}
          </Button>
          <Button tone={tone} size="small" icon={<Plus size={18} />} onClick={nothing}>
            {add}
          </Button>
        </div>
      ))}
      <Button size="large" full onClick={nothing}>
        {word('יאללה, נכנסים', 'Let’s go')}
      </Button>
      <div className={css.flow}>
        <LinkButton href="#/qa/ui" tone="quiet" icon={<Share2 size={18} />}>
          {word('לליגה', 'To the league')}
        </LinkButton>
        <LinkButton href="#/qa/ui" size="small">
          {word('לליגה', 'To the league')}
        </LinkButton>
      </div>
      <div className={css.flow}>
        {(['plain', 'quiet', 'main'] as const).flatMap((tone) => [
          <IconButton key={tone} label={word('לב', 'Heart')} tone={tone}>
            <Heart size={22} />
          </IconButton>,
          <IconButton key={`${tone} small`} label={word('הודעות', 'Messages')} tone={tone} size="small">
            <MessageCircle size={20} />
          </IconButton>,
        ])}
        <IconButton label={word('נשמר', 'Saving')} tone="main" busy>
          <Plus size={22} />
        </IconButton>
        <IconButton label={word('סגור', 'Closed')} disabled>
          <Plus size={22} />
        </IconButton>
        <IconButton label={word('תפריט', 'Menu')} expanded>
          <Directional>
            <ArrowLeft size={22} />
          </Directional>
        </IconButton>
      </div>
    </>
  );
}

function Words() {
  const word = useSampleText();
  const round = word('המונדיאל של השכונה', 'The block’s World Cup');
  return (
    <>
      <Heading level={1}>{round}</Heading>
      <Heading level={2}>{round}</Heading>
      <Heading level={3}>{round}</Heading>
      <div className={css.flow}>
        <Tag icon={<Pin size={13} />}>{word('נעוץ', 'Pinned')}</Tag>
        <Tag tone="strong">{word('3 חסרים', '3 missing')}</Tag>
        <Tag tone="live">{word('עכשיו', 'Now')}</Tag>
        <Tag tone="mine">{word('זה אני', 'Me')}</Tag>
        <Tag tone="won">+4</Tag>
        <Tag tone="missed">{word('לא נכנס', 'Too late')}</Tag>
      </div>
      <div className={css.flow}>
        <DateText at={ago(3000)} />
        <DateText at={ago(12)} now={now} />
        <Spinner label={word('נשמר…', 'Saving…')} />
        <Geresh />
        <Geresh drawn />
        <Geresh double />
        <Geresh double drawn />
        <VisuallyHidden>{word('רק נשמע', 'Only heard')}</VisuallyHidden>
      </div>
      <div className={css.flow}>
        <Logo size="small" />
        <Logo />
        <Logo size="large" />
        <QrCode text="https://hevre.example/?joinclan=ABCD" label={word('קוד לסריקה', 'A code to scan')} />
      </div>
    </>
  );
}

function Boxes() {
  const word = useSampleText();
  const [tab, setTab] = useState('open');
  return (
    <>
      <Tabs
        label={word('משחקים לפי מצב', 'Games by state')}
        value={tab}
        onChange={setTab}
        end={<Tag>{word('הכול', 'All')}</Tag>}
        tabs={[
          { value: 'open', label: word('פתוחים', 'Open'), content: word('שלושה', 'Three') },
          { value: 'live', label: word('עכשיו', 'Now'), content: word('אחד', 'One') },
          { value: 'done', label: word('נגמרו', 'Over'), content: word('אף אחד', 'None') },
        ]}
      />
      <Card>{word('כרטיס', 'A card')}</Card>
      <Card pad={false}>{word('כרטיס בלי שוליים', 'A card without padding')}</Card>
      {(['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x8', 'x12', 'x16'] as const).map((gap) => (
        <Row key={gap} gap={gap} wrap>
          <Tag>{gap}</Tag>
          <Tag>{gap}</Tag>
        </Row>
      ))}
      <Row between>
        <Tag>{word('מהתחלה', 'Start')}</Tag>
        <Tag>{word('עד הסוף', 'End')}</Tag>
      </Row>
      <Stack gap="x1" inOrder>
        <Tag>1</Tag>
        <Tag>2</Tag>
      </Stack>
    </>
  );
}
