import { conformanceOfLayer } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { Checkbox, Combobox, Field, FieldCounter, Input, NumberInput, Radio, RadioGroup, Select, Switch, Textarea } = layer
const options = [{ value: '1', label: '[One]' }, { value: '2', label: '[Two]' }]

conformanceOfLayer(layer, {
  Checkbox: { slot: 'checkbox', role: 'checkbox', render: root => <Checkbox aria-label="[Box]" defaultChecked {...root} /> },
  Combobox: { slot: 'combobox', role: 'combobox', box: 'combobox', render: root => <Combobox aria-label="[Country]" options={options} {...root} /> },
  Field: { slot: 'field', render: root => <Field label="[Name]" description="[Help]" error="[Wrong]" required {...root}><Input /></Field> },
  FieldCounter: { slot: 'field-counter', render: root => <FieldCounter used={3} limit={500} {...root} /> },
  Input: { slot: 'input', role: 'input', box: 'input', render: root => <Input aria-label="[Name]" value="7" onChange={() => undefined} onClear={() => undefined} {...root} /> },
  NumberInput: { slot: 'input', role: 'spinbutton', box: 'input', render: root => <NumberInput aria-label="[Limit]" defaultValue={7} min={0} {...root} /> },
  Radio: { slot: 'radio', box: 'radio-field', role: 'radio', render: root => <RadioGroup aria-label="[Stop]" defaultValue="1"><Radio value="1" label="[One]" {...root} /></RadioGroup> },
  RadioGroup: { slot: 'radio-group', role: 'radiogroup', render: root => <RadioGroup aria-label="[Stop]" {...root}><Radio value="1" label="[One]" /></RadioGroup> },
  Select: { slot: 'select', role: 'combobox', render: root => <Select aria-label="[Comparison]" options={options} defaultValue="1" {...root} /> },
  Switch: { slot: 'switch', role: 'switch', render: root => <Switch aria-label="[On]" {...root} /> },
  Textarea: { slot: 'textarea', role: 'textarea', render: root => <Textarea aria-label="[Note]" {...root} /> },
})
