import { useState } from 'react';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { Chips } from '#ui/form/Chips.tsx';
import { Field, FieldError } from '#ui/form/Field.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Select } from '#ui/form/Select.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import { Checkbox, Switch } from '#ui/form/Switch.tsx';
import { TextArea } from '#ui/form/TextArea.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useSampleText } from './samples.ts';

export function Form() {
  return (
    <>
      <Typing />
      <Choices />
    </>
  );
}

function Typing() {
  const word = useSampleText();
  const [text, setText] = useState(word('המונדיאל של השכונה', 'The block’s World Cup'));
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('123456');
  const [count, setCount] = useState<number | null>(2);
  const [league, setLeague] = useState('');
  const groups = [
    { value: '1', label: word('הצבא', 'The army') },
    { value: '2', label: word('המשרד', 'The office') },
  ];
  const choose = word('לבחור חבורה', 'Choose a group');
  return (
    <>
      <TextField
        label={word('טלפון נייד', 'Mobile number')}
        type="tel"
        dir="ltr"
        placeholder="050-1234567"
        value={phone}
        onChange={setPhone}
        hint={word('נשלח לשם קוד של 6 ספרות', 'A code of 6 digits goes there')}
      />
      <TextField label={word('שם הליגה', 'The league’s name')} value={text} onChange={setText} />
      <TextField
        label={word('קוד מההודעה', 'The code')}
        big
        dir="ltr"
        inputMode="numeric"
        value={code}
        onChange={setCode}
        error={word('הקוד לא תואם. נשארו עוד שני ניסיונות', 'That is not the code. Two tries are left')}
      />
      <TextField
        label={word('שם', 'Name')}
        value={word('נועה', 'Noa')}
        disabled
        onChange={setText}
        optional
      />
      <TextArea
        label={word('על מה הליגה', 'What it is about')}
        value={text}
        onChange={setText}
        maxLength={500}
      />
      <SearchField label={word('לחפש', 'Search')} value={text} onChange={setText} />
      <SearchField label={word('חיפוש', 'Find')} value="" onChange={setText} busy />
      <NumberField label={word('סיבובים', 'Legs')} value={count} onChange={setCount} min={1} max={3} />
      <NumberField label={word('בלי', 'None')} hideLabel value={null} onChange={setCount} disabled />
      <Select label={choose} value={league} onChange={setLeague} options={groups} />
      <Select label={choose} hideLabel size="small" value="1" onChange={setLeague} options={groups} />
      <Select
        label={choose}
        value="2"
        onChange={setLeague}
        options={groups}
        disabled
        error={word('נעול', 'Closed')}
      />
      <Field label={word('שדה', 'A field')} hint={word('רמז', 'A hint')}>
        {({ id, describedBy }) => (
          <input id={id} aria-describedby={describedBy} type="date" defaultValue="2026-06-20" />
        )}
      </Field>
      <FieldError id="gallery-error" text={word('חסר כאן משהו', 'Something is missing here')} />
    </>
  );
}

function Choices() {
  const word = useSampleText();
  const [one, setOne] = useState(['a']);
  const [many, setMany] = useState(['b', 'c']);
  const [day, setDay] = useState<'today' | 'tomorrow'>('today');
  const [on, setOn] = useState(true);
  const [amount, setAmount] = useState(65);
  const crest = (image: string) => <Crest name="" image={image} />;
  const options = [
    {
      value: 'a',
      label: word('כדורגל', 'Football'),
      note: word('מי מנצח, ובכמה', 'Who wins, and by how much'),
      picture: crest('⚽'),
    },
    {
      value: 'b',
      label: word('כדורסל', 'Basketball'),
      note: word('מי מנצחת', 'Who wins'),
      picture: crest('🏀'),
    },
    { value: 'c', label: word('הצבעה', 'A vote'), picture: crest('🗳️'), disabled: true },
  ];
  return (
    <>
      <ChoiceList
        label={word('איך מנחשים', 'How it is bet on')}
        value={one}
        onChange={setOne}
        options={options}
      />
      <ChoiceList
        label={word('מה עוד', 'What else')}
        hideLabel
        multiple
        value={many}
        onChange={setMany}
        options={options}
        error={word('חסר כאן משהו', 'Something is missing here')}
      />
      <Chips
        label={word('מתי?', 'When?')}
        value={day}
        onChange={setDay}
        options={[
          { value: 'today', label: word('היום', 'Today') },
          { value: 'tomorrow', label: word('מחר', 'Tomorrow') },
        ]}
      />
      <Switch
        label={word('להסתיר ניחושים עד השריקה', 'Hide picks until the whistle')}
        hint={word('אף אחד לא רואה לפני שמתחיל', 'Nobody sees them before it starts')}
        checked={on}
        onChange={setOn}
      />
      <Switch label={word('כבוי', 'Off')} checked={false} onChange={setOn} disabled />
      <Checkbox label={word('להזמין את כולם', 'Invite everyone')} checked={on} onChange={setOn} />
      <Checkbox label={word('רק את המשרד', 'Only the office')} checked={false} onChange={setOn} disabled />
      <Slider
        label={word('כמה על ארגנטינה', 'How much on Argentina')}
        value={amount}
        onChange={setAmount}
        min={0}
        max={100}
        text={(value) => word(`${value} קולות`, `${value} votes`)}
      />
    </>
  );
}
