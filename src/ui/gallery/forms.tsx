import { useState } from 'react';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Select } from '#ui/form/Select.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import { Checkbox, Switch } from '#ui/form/Switch.tsx';
import { TextArea } from '#ui/form/TextArea.tsx';
import { TextField } from '#ui/form/TextField.tsx';

export function Typing() {
  const [text, setText] = useState('המונדיאל של השכונה');
  const [count, setCount] = useState<number | null>(2);
  const [league, setLeague] = useState('');
  return (
    <>
      <TextField
        label="טלפון נייד"
        type="tel"
        dir="ltr"
        placeholder="050-1234567"
        value=""
        onChange={setText}
        hint="נשלח לשם קוד של 6 ספרות"
      />
      <TextField label="שם הליגה" value={text} onChange={setText} />
      <TextField
        label="קוד מההודעה"
        big
        dir="ltr"
        inputMode="numeric"
        value="123456"
        onChange={setText}
        error="הקוד לא תואם. נשארו עוד שני ניסיונות"
      />
      <TextField label="שם" value="נועה" disabled onChange={setText} optional />
      <TextArea label="על מה הליגה" value={text} onChange={setText} maxLength={500} />
      <SearchField label="לחפש או לנחש" value={text} onChange={setText} />
      <SearchField label="חיפוש" value="" onChange={setText} busy />
      <NumberField label="סבבים" value={count} onChange={setCount} min={1} max={3} />
      <Select
        label="לבחור חבורה"
        value={league}
        onChange={setLeague}
        options={[
          { value: '1', label: 'הצבא' },
          { value: '2', label: 'המשרד' },
        ]}
      />
    </>
  );
}

export function Choices() {
  const [one, setOne] = useState(['a']);
  const [many, setMany] = useState(['b', 'c']);
  const [on, setOn] = useState(true);
  const [amount, setAmount] = useState(65);
  const options = [
    { value: 'a', label: 'כדורגל', note: 'מי מנצח, ובכמה', picture: <Crest name="כדורגל" image="⚽" /> },
    { value: 'b', label: 'כדורסל', note: 'מי מנצחת', picture: <Crest name="כדורסל" image="🏀" /> },
    { value: 'c', label: 'הצבעה', picture: <Crest name="הצבעה" image="🗳️" />, disabled: true },
  ];
  return (
    <>
      <ChoiceList label="איך מנחשים" value={one} onChange={setOne} options={options} />
      <ChoiceList
        label="מה עוד"
        multiple
        value={many}
        onChange={setMany}
        options={options}
        error="חסר כאן משהו"
      />
      <Switch
        label="להסתיר ניחושים עד השריקה"
        hint="אף אחד לא רואה לפני שמתחיל"
        checked={on}
        onChange={setOn}
      />
      <Switch label="כבוי" checked={false} onChange={setOn} disabled />
      <Checkbox label="להזמין את כולם" checked={on} onChange={setOn} />
      <Slider
        label="כמה על ארגנטינה"
        value={amount}
        onChange={setAmount}
        min={0}
        max={100}
        text={(value) => `${value} קולות`}
      />
    </>
  );
}
