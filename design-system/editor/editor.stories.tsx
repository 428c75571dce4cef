import { StreamLanguage } from '@codemirror/language'
import type { CompletionContext } from '@codemirror/autocomplete'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { CodeEditor, type CodeEditorProps } from './code-editor.tsx'
import { jsonLanguage } from './index.ts'

/** A few words of a rule language, enough to show every colour. The real language comes from the screen. */
const language = StreamLanguage.define<null>({
  startState: () => null,
  token: stream => {
    if (stream.match(/\/\/.*/)) return 'lineComment'
    if (stream.match(/@"[^"]*"/)) return 'attributeName'
    if (stream.match(/"[^"]*"/)) return 'string'
    if (stream.match(/\$\w+/)) return 'variableName'
    if (stream.match(/\b(LET|RETURN|WHEN|AND|OR|NOT|OBSERVE)\b/)) return 'keyword'
    if (stream.match(/\d+\w*/)) return 'number'
    if (stream.match(/[A-Za-z_]\w*(?=[(.])/)) return 'className'
    stream.next()
    return null
  },
})

const rule = `// New account on a device that several accounts share
LET $age = @"user.creationDate".DaysTo(@"merchantLocalDate")
LET $shared = Velocity.accounts_perDevice(@"device.id", 7d)

OBSERVE Output(shared = $shared, ageDays = $age)

RETURN Review("Shared device ring"), Trace(device = @"device.id")
WHEN $shared > 2
  AND $age < 7
  AND @"user.loyaltyTier".IsNullOrEmpty()
  AND NOT IsSafe("Device Support List", @"device.id")
`
const tier = rule.indexOf('@"user.loyaltyTier"')
const list = rule.indexOf('"Device Support List"')
const problems = [
  { from: tier, to: tier + 19, severity: 'warning' as const, message: 'user.loyaltyTier is not in the sample.', code: 'FQL3001' },
  { from: list, to: list + 21, severity: 'error' as const, message: "List 'Device Support List' does not exist in this environment.", code: 'FQL2007' },
]
const completion = (context: CompletionContext) => {
  const word = context.matchBefore(/Velocity\.\w*/)
  if (!word) return null
  return {
    from: word.from + 9,
    options: [
      { label: 'cards_perDevice', detail: 'Distinct cards, key device', info: '(key, window) Double. Window up to 90 d.' },
      { label: 'declines_perCard', detail: 'Count of declines, key card' },
      { label: 'spend_perUser', detail: 'Sum of USD, key user' },
    ],
  }
}

function Controlled(args: CodeEditorProps) {
  const [value, setValue] = useState(args.value)
  return <CodeEditor language={language} {...args} value={value} onValueChange={text => { setValue(text); args.onValueChange?.(text) }} />
}

const meta = {
  title: 'Editor/CodeEditor',
  component: CodeEditor,
  args: { label: 'Clause New account', value: rule, onValueChange: fn(), className: 'border border-line-subtle' },
  render: args => <Controlled {...args} />,
} satisfies Meta<typeof CodeEditor>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { problems } }
export const Dark: Story = { args: { problems }, globals: { theme: 'dark' } }
export const ReadOnly: Story = { args: { readOnly: true } }
const jsonText = '{\n  "riskScore": 871,\n  "device.id": "dv_7f3a19e4c210",\n  "guest": true\n}'
const json = jsonLanguage()
export const Json: Story = { args: { value: jsonText }, render: args => <CodeEditor {...args} language={json} /> }
export const RightToLeftChrome: Story = { args: { problems }, globals: { locale: 'ar-AE' } }

export const TabLeaves: Story = {
  render: args => <><Controlled {...args} /><button type="button">Publish</button></>,
  play: async ({ canvas, userEvent, args }) => {
    const box = canvas.getByRole('textbox', { name: 'Clause New account' })
    box.focus()
    await userEvent.keyboard('x')
    await waitFor(() => expect(args.onValueChange).toHaveBeenCalled())
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Publish' })).toHaveFocus()
  },
}

export const Diagnostics: Story = {
  args: { problems },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll('.cm-lint-marker')).toHaveLength(2))
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('{F8}')
    await waitFor(() => expect(document.querySelector('.cm-tooltip-lint')?.textContent).toContain('FQL3001'))
  },
}

export const Completion: Story = {
  args: { value: 'WHEN Velocity', completion },
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('textbox')
    await userEvent.click(box)
    await userEvent.keyboard('{Control>}{End}{/Control}.')
    await waitFor(() => expect(document.querySelector('.cm-tooltip-autocomplete')).not.toBeNull(), { timeout: 3000 })
    await expect(document.querySelectorAll('.cm-tooltip-autocomplete li')).toHaveLength(3)
  },
}
