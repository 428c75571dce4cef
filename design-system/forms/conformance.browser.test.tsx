import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  Calendar,
  Checkbox,
  CheckboxGroup,
  Combobox,
  DateField,
  DateRangePicker,
  Field,
  FieldCounter,
  FileDrop,
  FormSummary,
  Input,
  MentionTextarea,
  MultiSelect,
  NumberInput,
  Radio,
  RadioGroup,
  RangeSlider,
  Select,
  Slider,
  Switch,
  TagInput,
  Textarea,
} = layer
const options = [
  { value: '1', label: '[One]' },
  { value: '2', label: '[Two]' },
]
const now = Date.UTC(2026, 10, 21)
const files = [
  { id: '1', name: '[a.csv]', size: 1200, state: { kind: 'uploading' as const, fraction: 0.5, bytesPerSecond: 300 } },
  {
    id: '2',
    name: '[b.csv]',
    size: 400,
    state: { kind: 'done' as const, accepted: 7, rejected: 1 },
    rowErrors: [{ row: 2, message: '[Wrong]' }],
  },
]
/** Months, units and sizes are formatted by `Intl`. */
const byIntl = /(Nov|kB|byte|B)(\/s)?/

testLayerConformance(layer, {
  Calendar: {
    slot: 'calendar',
    role: 'group',
    render: root => (
      <Calendar
        label="[Days]"
        month="2026-11-01"
        today="2026-11-21"
        onSelect={() => undefined}
        onMonthChange={() => undefined}
        {...root}
      />
    ),
    allowed: /November 2026|(Sun|Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?)(day)?/,
  },
  Checkbox: {
    slot: 'checkbox',
    role: 'checkbox',
    render: root => <Checkbox aria-label="[Box]" defaultChecked {...root} />,
  },
  CheckboxGroup: {
    slot: 'checkbox-group',
    role: 'group',
    render: root => (
      <CheckboxGroup aria-label="[Days]" {...root}>
        <Checkbox label="[One]" />
      </CheckboxGroup>
    ),
  },
  Combobox: {
    slot: 'combobox',
    role: 'combobox',
    box: 'combobox',
    render: root => <Combobox aria-label="[Country]" options={options} {...root} />,
  },
  DateField: {
    slot: 'date-field',
    role: 'input',
    box: 'date-field',
    render: root => <DateField aria-label="[Due]" now={now} defaultValue="2026-11-21" {...root} />,
    allowed: byIntl,
  },
  DateRangePicker: {
    slot: 'date-range-picker',
    role: 'button',
    render: root => (
      <DateRangePicker
        aria-label="[Period]"
        now={now}
        defaultValue={{ kind: 'relative', amount: 24, unit: 'hour' }}
        {...root}
      />
    ),
  },
  Field: {
    slot: 'field',
    render: root => (
      <Field label="[Name]" description="[Help]" error="[Wrong]" required {...root}>
        <Input />
      </Field>
    ),
  },
  FieldCounter: { slot: 'field-counter', render: root => <FieldCounter used={3} limit={500} {...root} /> },
  FileDrop: {
    slot: 'file-drop',
    render: root => (
      <FileDrop
        label="[Orders]"
        acceptLabel="[CSV]"
        multiple
        maxSize={2000}
        files={files}
        onFilesAdd={() => undefined}
        onRemove={() => undefined}
        onPause={() => undefined}
        {...root}
      />
    ),
    allowed: byIntl,
  },
  FormSummary: {
    slot: 'form-summary',
    role: 'section',
    render: root => (
      <FormSummary errors={[{ field: 'name', message: '[Name: wrong]' }, { message: '[Changed]' }]} {...root} />
    ),
  },
  Input: {
    slot: 'input',
    role: 'input',
    box: 'input',
    render: root => (
      <Input aria-label="[Name]" value="7" onChange={() => undefined} onClear={() => undefined} {...root} />
    ),
  },
  MentionTextarea: {
    slot: 'mention-textarea',
    role: 'textarea',
    box: 'mention-textarea',
    render: root => (
      <MentionTextarea
        aria-label="[Note]"
        value="[Text]"
        onValueChange={() => undefined}
        options={[{ value: '[Ana]', label: '[Ana]' }]}
        onMentionSearch={() => undefined}
        listLabel="[People]"
        {...root}
      />
    ),
  },
  MultiSelect: {
    slot: 'multi-select',
    role: 'combobox',
    box: 'multi-select',
    render: root => (
      <MultiSelect
        aria-label="[Country]"
        options={options}
        defaultValue={['1', '2']}
        maxTags={1}
        excludable
        {...root}
      />
    ),
  },
  NumberInput: {
    slot: 'number-input',
    role: 'spinbutton',
    box: 'number-input',
    render: root => <NumberInput aria-label="[Limit]" defaultValue={7} min={0} {...root} />,
  },
  Radio: {
    slot: 'radio',
    box: 'radio-field',
    role: 'radio',
    render: root => (
      <RadioGroup aria-label="[Stop]" defaultValue="1">
        <Radio value="1" label="[One]" {...root} />
      </RadioGroup>
    ),
  },
  RadioGroup: {
    slot: 'radio-group',
    role: 'radiogroup',
    render: root => (
      <RadioGroup aria-label="[Stop]" {...root}>
        <Radio value="1" label="[One]" />
      </RadioGroup>
    ),
  },
  RangeSlider: {
    slot: 'range-slider',
    role: 'group',
    render: root => (
      <RangeSlider
        aria-label="[Score]"
        thumbLabels={['[Least]', '[Most]']}
        inputs
        marks={[{ value: 50, label: '50' }]}
        {...root}
      />
    ),
  },
  Select: {
    slot: 'select',
    role: 'combobox',
    render: root => <Select aria-label="[Comparison]" options={options} defaultValue="1" {...root} />,
  },
  Slider: { slot: 'slider', render: root => <Slider aria-label="[Limit]" {...root} /> },
  Switch: { slot: 'switch', role: 'switch', render: root => <Switch aria-label="[On]" {...root} /> },
  TagInput: {
    slot: 'tag-input',
    role: 'input',
    box: 'tag-input',
    render: root => (
      <TagInput
        aria-label="[Addresses]"
        defaultValue={['[a]', '[b]']}
        validate={tag => (tag === '[b]' ? '[Wrong]' : undefined)}
        {...root}
      />
    ),
  },
  Textarea: { slot: 'textarea', role: 'textarea', render: root => <Textarea aria-label="[Note]" {...root} /> },
})
