import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { fieldsOf } from '#contract/form-fields.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { LeagueInput } from '#contract/inputs.ts';
import type { Group, League } from '#contract/models.ts';
import { backStack } from '#machines/back-stack.ts';
import { formOf, type FormOutput } from '#machines/form.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { DateTimeField } from '#screens/form-modal/DateTimeField.tsx';
import { FormField } from '#screens/form-modal/FormField.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { MultiSelectField } from '#screens/form-modal/MultiSelectField.tsx';
import { buildGroup } from '#tests/support/builders.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { Chips } from '#ui/form/Chips.tsx';
import { Field } from '#ui/form/Field.tsx';
import { FileInput } from '#ui/form/FileInput.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Select } from '#ui/form/Select.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import { Checkbox, Switch } from '#ui/form/Switch.tsx';
import { TextArea } from '#ui/form/TextArea.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import type { MultiSelectValue } from '#machines/multi-select.ts';

const nothing = () => undefined;

test.each([
  ['opened and cleared', false],
  ['neither opened nor cleared, if it is disabled', true],
])('a field of rows can be %s', async (_, disabled) => {
  const groups = pagedListOf<Group, object>().provide({
    actors: {
      fetchPage: fromPromise<Page<Group> | CachedAnswer<Page<Group>>, PageRequest<object>>(() =>
        Promise.resolve({ results: [buildGroup(3, 'המילואים')], count: 1 }),
      ),
    },
  });
  await renderScreen(
    <MultiSelectField
      label="קבוצה"
      model="clan"
      value={{ ids: [3], other: null }}
      league={null}
      disabled={disabled}
      onChange={nothing}
    />,
    { machines: { lists: { groups } } },
  );
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.map((one) => [one.textContent || one.getAttribute('aria-label'), one.disabled])).toEqual([
    ['המילואים', disabled],
    ...(disabled ? [] : [[t('clear'), false]]),
  ]);
});

test('a field links its label, hint and error to the control', () => {
  const { outline, rerender } = renderView(
    <Field label="שם" hint="שם שחברים מכירים" error="חסר שם" optional>
      {({ id, describedBy, invalid }) => (
        <input id={id} aria-describedby={describedBy} aria-invalid={invalid} defaultValue="" />
      )}
    </Field>,
  );
  expect(outline()).toEqual([
    'שם',
    t('optional'),
    'textbox "שם" described "שם שחברים מכירים חסר שם" invalid value=""',
    'שם שחברים מכירים',
    'alert: חסר שם',
  ]);
  rerender(
    <Field label="שם">
      {({ id, describedBy, invalid }) => (
        <input id={id} aria-describedby={describedBy} data-valid={!invalid} defaultValue="" />
      )}
    </Field>,
  );
  expect(outline()).toEqual(['שם', 'textbox "שם" data-valid value=""', 'alert']);
});

test('a hidden label is only visually hidden', () => {
  const { container, rerender } = renderView(<Field label="שם">{() => null}</Field>);
  const head = () => container.querySelector('label')?.parentElement?.className.split(' ');
  const shown = head();
  expect(shown).toHaveLength(1);
  rerender(
    <Field label="שם" hideLabel>
      {() => null}
    </Field>,
  );
  expect(head()).toEqual([...(shown ?? []), expect.stringContaining('hidden')]);
});

test('a number field has its value, its limits and its error', () => {
  const { outline, rerender } = renderView(
    <NumberField label="סיבובים" value={2} onChange={nothing} min={1} max={120} />,
  );
  const number = (states: string) => `spinbutton "סיבובים" autocomplete=off ${states}`;
  expect(outline()).toEqual([
    'סיבובים',
    `button "${t('down')}"`,
    number('dir=ltr inputmode=numeric maxlength=3 value="2" valuemax=120 valuemin=1 valuenow=2'),
    `button "${t('up')}"`,
    'alert',
  ]);
  rerender(<NumberField label="סיבובים" value={null} onChange={nothing} hint="עד 99" error="חסר מספר" />);
  expect(outline()).toEqual([
    'סיבובים',
    `button "${t('down')}"`,
    number(
      'described "עד 99 חסר מספר" dir=ltr inputmode=numeric invalid maxlength=2 value="" valuemax=99 valuemin=0',
    ),
    `button "${t('up')}"`,
    'עד 99',
    'alert: חסר מספר',
  ]);
  rerender(<NumberField label="סיבובים" value={3} onChange={nothing} disabled />);
  expect(outline()).toEqual([
    'סיבובים',
    `button "${t('down')}" disabled`,
    number('dir=ltr disabled inputmode=numeric maxlength=2 value="3" valuemax=99 valuemin=0 valuenow=3'),
    `button "${t('up')}" disabled`,
    'alert',
  ]);
});

test.each([
  { value: 5, down: [4], up: [6] },
  { value: 2, down: [], up: [3] },
  { value: 9, down: [8], up: [] },
  // Without a value both start at the minimum.
  { value: null, down: [2], up: [2] },
  // A typed value may be beyond the limits, where only one stepper leads back.
  { value: 40, down: [9], up: [] },
  { value: 0, down: [], up: [2] },
])('the steppers of $value, within 2 to 9, report $down for down and $up for up', ({ value, down, up }) => {
  const onChange = vi.fn<(value: number | null) => void>();
  renderView(<NumberField label="סיבובים" value={value} onChange={onChange} min={2} max={9} />);
  const press = (name: string) => {
    onChange.mockClear();
    fireEvent.click(screen.getByRole('button', { name }));
    return onChange.mock.calls.flat();
  };
  expect(press(t('down'))).toEqual(down);
  expect(press(t('up'))).toEqual(up);
});

test('the arrow keys step a number within its limits, and do not scroll', () => {
  const onChange = vi.fn<(value: number | null) => void>();
  const { rerender } = renderView(<NumberField label="סיבובים" value={5} onChange={onChange} />);
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('spinbutton'), { key });
  expect([press('ArrowUp'), press('ArrowDown'), press('ArrowLeft'), press('7')]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(onChange.mock.calls).toEqual([[6], [4]]);
  onChange.mockClear();
  rerender(<NumberField label="סיבובים" value={99} onChange={onChange} />);
  press('ArrowUp');
  rerender(<NumberField label="סיבובים" value={0} onChange={onChange} />);
  press('ArrowDown');
  expect(onChange.mock.calls).toEqual([[99], [0]]);
});

test('a typed number has its digits alone, and is null without any', () => {
  const onChange = vi.fn<(value: number | null) => void>();
  renderView(<NumberField label="סיבובים" value={5} onChange={onChange} />);
  const type = (value: string) => fireEvent.change(screen.getByRole('spinbutton'), { target: { value } });
  for (const text of ['52', '5a3', '-', '', '0']) type(text);
  expect(onChange.mock.calls).toEqual([[52], [53], [null], [null], [0]]);
});

test('a text field has the direction of its text, and of the page while it is empty', () => {
  const { outline, rerender } = renderView(
    <TextField label="שם הליגה" value="" onChange={nothing} placeholder="הליגה" maxLength={40} />,
  );
  expect(outline()).toEqual([
    'שם הליגה',
    'textbox "שם הליגה" maxlength=40 placeholder=הליגה value=""',
    'alert',
  ]);
  rerender(<TextField label="שם הליגה" value="World Cup" onChange={nothing} hint="עד 40" error="תפוס" />);
  expect(outline()).toEqual([
    'שם הליגה',
    'textbox "שם הליגה" described "עד 40 תפוס" dir=auto invalid value="World Cup"',
    'עד 40',
    'alert: תפוס',
  ]);
  rerender(
    <TextField
      label="טלפון"
      type="tel"
      dir="ltr"
      inputMode="tel"
      autoComplete="tel"
      value=""
      onChange={nothing}
      optional
      disabled
      prefix="+972"
      suffix="!"
    />,
  );
  expect(outline()).toEqual([
    'טלפון',
    t('optional'),
    '+972',
    'textbox "טלפון" autocomplete=tel dir=ltr disabled inputmode=tel type=tel value=""',
    '!',
    'alert',
  ]);
});

test('a text field reports the typed text, and Enter unless the input method is composing', () => {
  const onChange = vi.fn<(text: string) => void>();
  const onEnter = vi.fn<() => void>();
  renderView(<TextField label="שם" value="נו" onChange={onChange} onEnter={onEnter} />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'נועה' } });
  fireEvent.keyDown(field, { key: 'a' });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(onEnter.mock.calls).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onEnter.mock.calls).toEqual([[]]);
  expect(onChange.mock.calls).toEqual([['נועה']]);
});

test('a big text field has a style of its own', () => {
  const { container, rerender } = renderView(<TextField label="קוד" value="12" onChange={nothing} />);
  const className = () => container.querySelector('input')?.className;
  const usual = className();
  rerender(<TextField label="קוד" value="12" onChange={nothing} big />);
  expect(className()).toMatch(new RegExp(`^${usual} \\S*big`));
});

test('a text area has the direction of its text, and three rows unless it is given another number', () => {
  const onChange = vi.fn<(text: string) => void>();
  const { outline, rerender } = renderView(<TextArea label="על מה" value="" onChange={onChange} />);
  expect(outline()).toEqual(['על מה', 'textbox "על מה" rows=3 value=""', 'alert']);
  rerender(
    <TextArea
      label="על מה"
      value="כדורגל"
      onChange={onChange}
      rows={5}
      maxLength={500}
      hint="עד 500"
      error="ארוך"
      optional
    />,
  );
  expect(outline()).toEqual([
    'על מה',
    t('optional'),
    'textbox "על מה" described "עד 500 ארוך" dir=auto invalid maxlength=500 rows=5 value="כדורגל"',
    'עד 500',
    'alert: ארוך',
  ]);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'כדורסל' } });
  expect(onChange.mock.calls).toEqual([['כדורסל']]);
});

test('a search field can be cleared, and shows that it searches', () => {
  const onChange = vi.fn<(text: string) => void>();
  const { outline, rerender, container } = renderView(
    <SearchField label="חיפוש" value="" onChange={onChange} />,
  );
  const empty = 'searchbox "חיפוש" enterkeyhint=search maxlength=60 placeholder=חיפוש type=search value=""';
  const filled =
    'searchbox "חיפוש" dir=auto enterkeyhint=search maxlength=60 placeholder=שם type=search value="נועה"';
  expect(outline()).toEqual(['search', '  חיפוש', `  ${empty}`, '  alert']);
  rerender(<SearchField label="חיפוש" value="נועה" onChange={onChange} placeholder="שם" />);
  expect(outline()).toEqual(['search', '  חיפוש', `  ${filled}`, `  button "${t('clear')}"`, '  alert']);
  fireEvent.click(screen.getByRole('button', { name: t('clear') }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'נועם' } });
  expect(onChange.mock.calls).toEqual([[''], ['נועם']]);
  rerender(<SearchField label="חיפוש" value="נועה" onChange={onChange} placeholder="שם" busy />);
  expect(outline()).toEqual(['search busy', '  חיפוש', `  ${filled}`, '  alert']);
  // The lens, and the spinner instead of the button.
  expect(container.querySelectorAll('svg')).toHaveLength(2);
});

test('a search that Enter starts has the key hint “enter”', () => {
  const onEnter = vi.fn<() => void>();
  renderView(<SearchField label="חיפוש" value="" onChange={nothing} onEnter={onEnter} />);
  const field = screen.getByRole('searchbox');
  expect(field.getAttribute('enterkeyhint')).toBe('enter');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onEnter.mock.calls).toEqual([[]]);
});

const groups = [
  { value: '1', label: 'הצבא' },
  { value: '2', label: 'המשרד' },
  { value: '3', label: 'השכונה' },
];
const optionsShown = () =>
  [...document.querySelectorAll('option')].map(({ value, text, disabled, hidden }) => ({
    value,
    text,
    ...(disabled && { disabled }),
    ...(hidden && { hidden }),
  }));

test('a select whose value is none of its options asks for a choice, and reports it', () => {
  const onChange = vi.fn<(value: string) => void>();
  const { outline } = renderView(
    <Select label="חבורה" hint="אחת" error="חסר" value="" onChange={onChange} options={groups} />,
  );
  expect(outline()).toEqual([
    'חבורה',
    'combobox "חבורה" described "אחת חסר" invalid value=""',
    '  option "הצבא"',
    '  option "המשרד"',
    '  option "השכונה"',
    'אחת',
    'alert: חסר',
  ]);
  expect(optionsShown()).toEqual([
    { value: '', text: t('chooseOne'), disabled: true, hidden: true },
    { value: '1', text: 'הצבא' },
    { value: '2', text: 'המשרד' },
    { value: '3', text: 'השכונה' },
  ]);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '2' } });
  expect(onChange.mock.calls).toEqual([['2']]);
});

test('a select with one of its options as value reports another choice', () => {
  const onChange = vi.fn<(value: string) => void>();
  const { rerender, outline } = renderView(
    <Select label="חבורה" value="2" onChange={onChange} options={groups} />,
  );
  expect(optionsShown()).toEqual([
    { value: '1', text: 'הצבא' },
    { value: '2', text: 'המשרד' },
    { value: '3', text: 'השכונה' },
  ]);
  for (const value of ['1', '3']) fireEvent.change(screen.getByRole('combobox'), { target: { value } });
  expect(onChange.mock.calls).toEqual([['1'], ['3']]);
  rerender(<Select label="חבורה" value="2" onChange={onChange} options={groups} disabled />);
  expect(outline()[1]).toBe('combobox "חבורה" disabled value="2"');
});

test('a small select has a style of its own', () => {
  const { container, rerender } = renderView(
    <Select label="חבורה" value="2" onChange={nothing} options={groups} />,
  );
  const className = () => container.querySelector('select')?.parentElement?.className;
  const usual = className();
  rerender(<Select label="חבורה" value="2" onChange={nothing} options={groups} size="small" />);
  expect(className()).toMatch(new RegExp(`^${usual} \\S*small`));
});

const sports = [
  { value: 'a', label: 'כדורגל', note: 'מי מנצח', picture: <img src="/ball.svg" alt="" /> },
  { value: 'b', label: 'כדורסל' },
  { value: 'c', label: 'הצבעה', disabled: true },
];

test('a list of choices has radios, of which one is checked', () => {
  const onChange = vi.fn<(value: string[]) => void>();
  const { outline, rerender } = renderView(
    <ChoiceList label="איך מנחשים" value={['b']} onChange={onChange} options={sports} />,
  );
  const choices = [
    '  איך מנחשים',
    '  radio "כדורגל" described "מי מנצח"',
    '  picture src=/ball.svg',
    '  [כדורגל]',
    '  מי מנצח',
    '  radio "כדורסל" checked',
    '  [כדורסל]',
    '  radio "הצבעה" disabled',
    '  [הצבעה]',
  ];
  expect(outline()).toEqual(['radiogroup "איך מנחשים"', ...choices, '  alert']);
  fireEvent.click(screen.getByRole('radio', { name: 'כדורגל' }));
  expect(onChange.mock.calls).toEqual([[['a']]]);
  rerender(
    <ChoiceList label="איך מנחשים" value={['b']} onChange={onChange} options={sports} error="לבחור אחת" />,
  );
  expect(outline()).toEqual([
    'radiogroup "איך מנחשים" described "לבחור אחת" invalid',
    ...choices,
    '  alert: לבחור אחת',
  ]);
});

test('a list of several choices adds one at the end, and removes one', () => {
  const onChange = vi.fn<(value: string[]) => void>();
  const { outline } = renderView(
    <ChoiceList
      label="מה עוד"
      multiple
      value={['c', 'b']}
      onChange={onChange}
      options={sports}
      error="לבחור אחת"
    />,
  );
  // ARIA has no invalid group, so the description has the error.
  expect(outline()).toEqual([
    'group "מה עוד" described "לבחור אחת"',
    '  מה עוד',
    '  checkbox "כדורגל" described "מי מנצח"',
    '  picture src=/ball.svg',
    '  [כדורגל]',
    '  מי מנצח',
    '  checkbox "כדורסל" checked',
    '  [כדורסל]',
    '  checkbox "הצבעה" checked disabled',
    '  [הצבעה]',
    '  alert: לבחור אחת',
  ]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'כדורגל' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'כדורסל' }));
  expect(onChange.mock.calls).toEqual([[['c', 'b', 'a']], [['c']]]);
});

test('the legend of choices can be visually hidden', () => {
  const { container, rerender } = renderView(
    <ChoiceList label="מה עוד" value={[]} onChange={nothing} options={sports} />,
  );
  const className = () => container.querySelector('legend')?.className;
  const usual = className();
  rerender(<ChoiceList label="מה עוד" hideLabel value={[]} onChange={nothing} options={sports} />);
  expect(className()).toMatch(new RegExp(`^${usual} \\S*hidden`));
});

test('the marks of single choices are round, and those of multiple choices are square', () => {
  const { container, rerender } = renderView(
    <ChoiceList label="מה עוד" value={[]} onChange={nothing} options={sports.slice(0, 1)} />,
  );
  const mark = () => container.querySelector('[aria-hidden]')?.className;
  expect(mark()).toMatch(/mark\S* \S*circle\S*$/);
  rerender(<ChoiceList label="מה עוד" multiple value={[]} onChange={nothing} options={sports.slice(0, 1)} />);
  expect(mark()).toMatch(/mark\S* \S*square\S*$/);
});

test('the choices of one list share an input name, which no other list has', () => {
  const { container } = renderView(
    <>
      <ChoiceList label="א" value={[]} onChange={nothing} options={sports} />
      <Chips label="ב" value="x" onChange={nothing} options={[{ value: 'x', label: 'X' }]} />
    </>,
  );
  const names = [...container.querySelectorAll('input')].map(({ name }) => name);
  expect(names[0]).not.toBe('');
  expect(new Set(names.slice(0, 3)).size).toBe(1);
  expect(names[3]).not.toBe('');
  expect(names[3]).not.toBe(names[0]);
});

test('chips are radios in a row, of which one is checked', () => {
  const onChange = vi.fn<(value: 'today' | 'tomorrow') => void>();
  const { outline } = renderView(
    <Chips
      label="מתי?"
      value="today"
      onChange={onChange}
      options={[
        { value: 'today', label: 'היום' },
        { value: 'tomorrow', label: 'מחר' },
      ]}
    />,
  );
  expect(outline()).toEqual([
    'radiogroup "מתי?"',
    '  מתי?',
    '  radio "היום" checked',
    '  היום',
    '  radio "מחר"',
    '  מחר',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'מחר' }));
  expect(onChange.mock.calls).toEqual([['tomorrow']]);
});

test.each([
  ['switch', Switch],
  ['checkbox', Checkbox],
] as const)('a %s has its label and hint, and reports each change', (role, Toggle) => {
  const onChange = vi.fn<(checked: boolean) => void>();
  const { outline, rerender, container } = renderView(
    <Toggle label="להסתיר ניחושים" hint="עד השריקה" checked onChange={onChange} />,
  );
  expect(outline()).toEqual([
    'להסתיר ניחושים',
    'עד השריקה',
    `${role} "להסתיר ניחושים" checked described "עד השריקה"`,
  ]);
  fireEvent.click(screen.getByRole(role));
  rerender(<Toggle label="להסתיר ניחושים" checked={false} onChange={onChange} />);
  expect(outline()).toEqual(['להסתיר ניחושים', `${role} "להסתיר ניחושים"`]);
  // Without a hint there is no line for one.
  expect(container.querySelectorAll('span > span')).toHaveLength(1);
  fireEvent.click(screen.getByRole(role));
  expect(onChange.mock.calls).toEqual([[false], [true]]);
  rerender(<Toggle label="להסתיר ניחושים" checked={false} onChange={onChange} disabled />);
  expect(outline()).toEqual(['להסתיר ניחושים', `${role} "להסתיר ניחושים" disabled`]);
});

test('a switch and a checkbox have different styles', () => {
  const { container } = renderView(
    <>
      <Switch label="א" checked onChange={nothing} />
      <Checkbox label="ב" checked onChange={nothing} />
    </>,
  );
  expect([...container.querySelectorAll('input')].map(({ className }) => className)).toEqual([
    expect.stringContaining('track'),
    expect.stringContaining('tick'),
  ]);
});

test('a slider has a text for its value, and starts at the inline start', () => {
  const onChange = vi.fn<(value: number) => void>();
  const onCommit = vi.fn<(value: number) => void>();
  const slider = (
    <Slider
      label="כמה על ארגנטינה"
      value={65}
      onChange={onChange}
      onCommit={onCommit}
      min={10}
      max={100}
      text={(value) => `${value} קולות`}
    />
  );
  const { outline, unmount } = renderView(slider);
  expect(outline()).toEqual([
    'part data-tone=mine dir=rtl',
    '  slider "כמה על ארגנטינה" tabindex=0 valuemax=100 valuemin=10 valuenow=65 valuetext=65 קולות',
  ]);
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('slider'), { key });
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) press(key);
  expect(onChange.mock.calls).toEqual([[66], [64], [10], [100]]);
  expect(onCommit.mock.calls).toEqual([[66], [64], [10], [100]]);
  unmount();
  onChange.mockClear();
  renderView(<Slider label="כמה" value={65} onChange={onChange} min={10} max={100} tone="plain" />, 'en');
  press('ArrowLeft');
  press('ArrowRight');
  expect(onChange.mock.calls).toEqual([[64], [66]]);
});

test('a slider of a value that is not the caller’s own has a plain tone', () => {
  const { outline } = renderView(
    <Slider label="עד סיבוב" value={0} onChange={nothing} min={0} max={3} tone="plain" />,
    'en',
  );
  expect(outline()).toEqual([
    'part data-tone=plain dir=ltr',
    '  slider "עד סיבוב" tabindex=0 valuemax=3 valuemin=0 valuenow=0',
  ]);
});

test('a file input reports all chosen files, and the same can be chosen again', () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  const { container, rerender } = renderView(<FileInput ref={null} accept="image/*" onFiles={onFiles} />);
  const input = container.querySelector('input');
  if (!input) throw new Error('no input');
  expect({ hidden: input.hidden, accept: input.accept, multiple: input.multiple }).toEqual({
    hidden: true,
    accept: 'image/*',
    multiple: false,
  });
  const [one, other] = [new File(['1'], 'one.png'), new File(['2'], 'other.png')];
  const emptied = vi.spyOn(input, 'value', 'set');
  Object.defineProperty(input, 'files', { value: [one, other] });
  fireEvent.change(input);
  expect(onFiles.mock.calls).toEqual([[[one, other]]]);
  expect(emptied.mock.calls).toEqual([['']]);
  rerender(<FileInput ref={null} accept="image/*" multiple onFiles={onFiles} />);
  expect(input.multiple).toBe(true);
});

describe('a form in a sheet', () => {
  const show = async () => {
    const onDone = vi.fn<(output: FormOutput<League>) => void>();
    const stack = createActor(backStack, { input: { entries: 0, onLayer: false } });
    await renderScreen(
      <FormModal
        machine={formOf<League>()}
        title="ליגה"
        fields={fieldsOf(LeagueInput, ['name'])}
        onDone={onDone}
      />,
      { machines: { backStack: stack, formDraft: { load: () => null, keep: () => {} } } },
    );
    const dialog = await vi.waitFor(() => screen.getByRole('dialog'), 10_000);
    const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
    return { onDone, type, lines: () => outlineOf(dialog), form: () => dialog.querySelector('form') };
  };
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const save = (disabled: boolean) => `button "${t('save')}"${disabled ? ' disabled' : ''}`;

  test('has its fields and one button to save', async () => {
    const { lines, form, type } = await show();
    expect(lines().filter((line) => /button|textbox/.test(line))).toEqual([
      `button "${t('close')}"`,
      save(true),
      expect.stringMatching(`^ *textbox "${t('leagueName')}" focused maxlength=20`),
    ]);
    expect(form()?.querySelector<HTMLInputElement>('[type=submit]')?.hidden).toBe(true);
    type('השכונה');
    expect(lines()).toContain(save(false));
  });

  test('asks before it discards typed text, and is inert meanwhile', async () => {
    const { lines, form, type, onDone } = await show();
    expect(form()?.hasAttribute('inert')).toBe(false);
    type('השכונה');
    press(t('close'));
    expect(form()?.hasAttribute('inert')).toBe(true);
    const from = lines().indexOf(`alertdialog "${t('discardTitle')}"`);
    expect(lines().slice(from)).toEqual([
      `alertdialog "${t('discardTitle')}"`,
      `  ${t('discardTitle')}`,
      `  button "${t('discardKeep')}" focused`,
      `  button "${t('discard')}"`,
    ]);
    press(t('discardKeep'));
    expect(form()?.hasAttribute('inert')).toBe(false);
    press(t('close'));
    press(t('discard'));
    expect(onDone.mock.calls).toEqual([[{ outcome: 'cancelled' }]]);
  });
});

test('minutes between the steps of five are listed among them', async () => {
  const onChange = vi.fn<(value: string | null) => void>();
  await renderScreen(<DateTimeField label="מתי" value="2026-06-20T15:07:00.000Z" onChange={onChange} />, {
    clockOffset: Date.parse('2026-06-11T09:00:00.000Z') - Date.now(),
  });
  const [, minutes] = screen.getAllByRole<HTMLSelectElement>('combobox');
  expect([...(minutes?.options ?? [])].map(({ value }) => value)).toEqual([
    '00',
    '05',
    '07',
    '10',
    '15',
    '20',
    '25',
    '30',
    '35',
    '40',
    '45',
    '50',
    '55',
  ]);
  fireEvent.change(minutes ?? document.body, { target: { value: '30' } });
  expect(onChange.mock.calls).toEqual([['2026-06-20T15:30:00.000Z']]);
});

test('a date that may not be changed has no control that is enabled', async () => {
  const { container } = await renderScreen(
    <DateTimeField label="מתי" value="2026-06-20T15:00:00.000Z" onChange={nothing} disabled />,
  );
  const controls = container.querySelectorAll<HTMLInputElement>('button, input, select');
  expect([...controls].map(({ localName, disabled }) => [localName, disabled])).toEqual([
    ['button', true],
    ['button', true],
    ['button', true],
    ['input', true],
    ['select', true],
    ['select', true],
  ]);
});

test.each([
  ['today', '2026-06-11T15:00:00.000Z', t('today'), t('chooseDay')],
  ['a Saturday', '2026-06-13T15:00:00.000Z', t('saturday'), t('chooseDay')],
  ['another day', '2026-06-20T15:00:00.000Z', '', '20.6.26'],
])(
  'a day that is %s stands on its own chip, and its time runs from left to right',
  async (_, value, day, chip) => {
    const { container } = await renderScreen(<DateTimeField label="מתי" value={value} onChange={nothing} />, {
      clockOffset: Date.parse('2026-06-11T09:00:00.000Z') - Date.now(),
    });
    const pressed = screen.getAllByRole('button').filter((button) => button.ariaPressed === 'true');
    expect(pressed.map(({ textContent }) => textContent).join()).toBe(day);
    expect(container.querySelector('span[aria-hidden]')?.textContent).toBe(chip);
    expect(container.querySelectorAll('[data-chosen]')).toHaveLength(day === '' ? 1 : 0);
    expect(screen.getByRole('group', { name: t('chooseTime') }).dir).toBe('ltr');
  },
);

test('a field of rows offers all but the one it is about, and a choice of one’s own words', async () => {
  const onChange = vi.fn<(picked: MultiSelectValue) => void>();
  const found = [buildGroup(8, 'המשפחה'), buildGroup(3, 'המילואים'), buildGroup(5, 'העבודה', { users: 1 })];
  const rows = pagedListOf<Group, object>().provide({
    actors: {
      fetchPage: fromPromise<Page<Group> | CachedAnswer<Page<Group>>, PageRequest<object>>(() =>
        Promise.resolve({ results: found, count: 3 }),
      ),
    },
  });
  await renderScreen(
    <MultiSelectField
      label="קבוצות"
      model="clan"
      multiple
      other
      required
      exceptId={3}
      value={{ ids: [8], other: null }}
      league={null}
      onChange={onChange}
    />,
    {
      machines: {
        lists: { groups: rows },
        backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
      },
    },
  );
  fireEvent.click(screen.getByRole('button', { name: 'קבוצות' }));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
  const lines = () => outlineOf(dialog).map((line) => line.trim());
  expect(lines().filter((line) => line.startsWith('checkbox'))).toEqual([
    `checkbox "המשפחה" checked described "${t('members', { count: 3 })}"`,
    `checkbox "העבודה" described "${t('members', { count: 1 })}"`,
    `checkbox "${t('other')}"`,
  ]);
  const choose = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));
  choose(/העבודה/);
  choose(new RegExp(t('other')));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'השכנים' } });
  expect(lines().filter((line) => /^(checkbox|textbox)/.test(line))).toEqual([
    `checkbox "המשפחה" checked described "${t('members', { count: 3 })}"`,
    `checkbox "העבודה" checked described "${t('members', { count: 1 })}"`,
    `checkbox "${t('other')}" checked`,
    `textbox "${t('other')}" dir=auto focused maxlength=60 value="השכנים"`,
  ]);
  fireEvent.click(screen.getByRole('button', { name: t('proceed') }));
  expect(onChange.mock.calls).toEqual([[{ ids: [8, 5], other: 'השכנים' }]]);
});

test('a form’s field of rows takes the numbers among its values, and gives one alone where it holds one', async () => {
  const rows = pagedListOf<Group, object>().provide({
    actors: {
      fetchPage: fromPromise<Page<Group> | CachedAnswer<Page<Group>>, PageRequest<object>>(() =>
        Promise.resolve({ results: [buildGroup(8, 'המשפחה'), buildGroup(3, 'המילואים')], count: 2 }),
      ),
    },
  });
  const shown = async (value: unknown, multiple: boolean) => {
    const onChange = vi.fn<(value: unknown) => void>();
    const { unmount } = await renderScreen(
      <FormField
        field={{
          name: 'clan',
          type: 'modelscroll',
          label: 'chooseClan',
          model: 'clan',
          required: false,
          multiple,
        }}
        value={value}
        error={null}
        filters={{}}
        first={false}
        onChange={onChange}
        onBlur={nothing}
      />,
      { machines: { lists: { groups: rows } } },
    );
    const buttons = screen.getAllByRole('button');
    if (buttons[1]) fireEvent.click(buttons[1]);
    unmount();
    return [buttons[0]?.textContent, onChange.mock.calls];
  };
  expect(await shown('', false)).toEqual([t('chosenCount', { count: 0 }), []]);
  expect(await shown(null, true)).toEqual([t('chosenCount', { count: 0 }), []]);
  expect(await shown(3, false)).toEqual(['המילואים', [[null]]]);
  expect(await shown([3, 8], true)).toEqual(['המילואים, המשפחה', [[[]]]]);
});
