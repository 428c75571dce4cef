import type { CompletionContext } from '@codemirror/autocomplete'
import { StreamLanguage } from '@codemirror/language'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { jsonLanguage } from '../index.ts'
import { CodeEditor, type CodeEditorProps } from './code-editor.tsx'
import { CodeDiagnosticList } from './diagnostic-list.tsx'

/** A few words of a rule language, enough to show every colour. The screen passes the real language. */
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
  {
    from: tier,
    to: tier + 19,
    severity: 'warning' as const,
    message: 'user.loyaltyTier is not in the sample.',
    code: 'FQL3001',
  },
  {
    from: list,
    to: list + 21,
    severity: 'error' as const,
    message: "List 'Device Support List' does not exist in this environment.",
    code: 'FQL2007',
  },
]
const completion = (context: CompletionContext) => {
  const word = context.matchBefore(/Velocity\.\w*/)
  if (!word) return null
  return {
    from: word.from + 9,
    options: [
      {
        label: 'cards_perDevice',
        detail: 'Distinct cards, key device',
        info: '(key, window) Double. Window up to 90 d.',
      },
      { label: 'declines_perCard', detail: 'Count of declines, key card' },
      { label: 'spend_perUser', detail: 'Sum of USD, key user' },
    ],
  }
}

function Controlled(args: CodeEditorProps) {
  const [value, setValue] = useState(args.value)
  return (
    <CodeEditor
      language={language}
      {...args}
      value={value}
      onValueChange={text => {
        setValue(text)
        args.onValueChange?.(text)
      }}
    />
  )
}

const jsonText = '{\n  "riskScore": 871,\n  "device.id": "dv_7f3a19e4c210",\n  "guest": true\n}'
const json = jsonLanguage()

const meta = {
  title: 'Editor/CodeEditor',
  component: CodeEditor,
  subcomponents: { CodeDiagnosticList },
  args: { label: 'Clause New account', value: rule, onValueChange: fn(), className: 'border border-line-subtle' },
  render: args => <Controlled {...args} />,
} satisfies Meta<typeof CodeEditor>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { diagnostics: problems } }
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4 lg:grid-cols-2">
      <Controlled {...args} diagnostics={problems} diagnosticList />
      <CodeEditor
        className="border border-line-subtle"
        label="Read only"
        value={rule}
        language={language}
        readOnly
        original={rule.replace('$shared > 2', '$shared > 3')}
      />
      <CodeEditor className="border border-line-subtle" label="Empty" value="" tabSwitch diagnosticList />
      <CodeEditor className="border border-line-subtle" label="Sample" value={jsonText} language={json} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail">
      <Controlled {...args} diagnostics={problems} diagnosticList tabSwitch />
    </div>
  ),
}
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const Json: Story = { args: { value: jsonText }, render: args => <CodeEditor {...args} language={json} /> }
export const RightToLeftChrome: Story = {
  args: { diagnostics: problems, diagnosticList: true, tabSwitch: true },
  globals: { locale: 'ar-AE' },
}

export const TabLeaves: Story = {
  render: args => (
    <>
      <Controlled {...args} />
      <Button size="sm">Publish</Button>
    </>
  ),
  play: async ({ canvas, userEvent, args }) => {
    const box = canvas.getByRole('textbox', { name: 'Clause New account' })
    box.focus()
    await userEvent.keyboard('x')
    await waitFor(() => expect(args.onValueChange).toHaveBeenCalled())
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Publish' })).toHaveFocus()
  },
}

const said = (text: string) =>
  waitFor(
    () =>
      expect(screen.getAllByRole('status', { hidden: true }).some(region => region.textContent === text)).toBe(true),
    { timeout: 4000 },
  )

export const Diagnostics: Story = {
  globals: { locale: 'en-US' },
  args: { diagnostics: problems, diagnosticList: true },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll('.cm-lint-marker')).toHaveLength(2))
    const box = canvas.getByRole('textbox')
    await expect(box).toHaveAccessibleDescription(/1 error.*does not exist/)
    box.focus()
    await userEvent.keyboard('{F8}')
    await waitFor(() => expect(document.querySelector('.cm-tooltip-lint')?.textContent).toContain('FQL3001'))
    await said('Warning: user.loyaltyTier is not in the sample. Line 10.')
    await userEvent.keyboard('{F8}')
    await expect(getSelection()?.toString()).toContain('Device Support List')
    await userEvent.keyboard('{Shift>}{F8}{/Shift}')
    await expect(getSelection()?.toString()).toContain('loyaltyTier')
    await userEvent.click(canvas.getByRole('button', { name: /does not exist.*Line 11, column 18/ }))
    await expect(box).toHaveFocus()
  },
}
/** At the last problem F8 calls the handler of the edge: a page with several texts moves to the next of them. */
export const ProblemEdge: Story = {
  globals: { locale: 'en-US' },
  args: { diagnostics: problems, onDiagnosticEdge: fn(() => true) },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll('.cm-lint-marker')).toHaveLength(2))
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('{F8}{F8}')
    await expect(args.onDiagnosticEdge).not.toHaveBeenCalled()
    await userEvent.keyboard('{F8}')
    await expect(args.onDiagnosticEdge).toHaveBeenCalledWith('next')
    await expect(getSelection()?.toString()).toContain('Device Support List')
  },
}
export const Documentation: Story = {
  globals: { locale: 'en-US' },
  args: {
    docs: (text, offset) => {
      const at = text.indexOf('DaysTo')
      return offset >= at && offset <= at + 6
        ? { from: at, to: at + 6, title: 'DaysTo(date)', detail: 'Whole days until another date.' }
        : null
    },
  },
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('textbox')
    box.focus()
    await userEvent.keyboard(
      `{Control>}{Home}{/Control}{ArrowDown}{Home}${'{ArrowRight}'.repeat(34)}{Shift>}{F1}{/Shift}`,
    )
    await waitFor(() =>
      expect(document.querySelector('.cm-doc')?.textContent).toBe('DaysTo(date)Whole days until another date.'),
    )
    await said('DaysTo(date). Whole days until another date.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('.cm-doc')).toBeNull())
  },
}
const signatures = (text: string, offset: number) => {
  const call = /Lookup\(([^()]*)$/.exec(text.slice(0, offset))
  if (!call) return null
  const label = 'Lookup(String list, String key)'
  const marked = call[1]?.includes(',') ? { from: 20, to: 30 } : { from: 7, to: 18 }
  return { from: call.index, signatures: [{ label, detail: 'Value of the first matching row.', marked }] }
}
/**
 * The signature of the call at the cursor: the argument is marked, suggestions do not cover it, Escape closes first
 * them, then it.
 */
export const Signatures: Story = {
  globals: { locale: 'en-US' },
  args: {
    value: '\n\n\n\nWHEN Lookup',
    signatures,
    completion: context => {
      const word = context.matchBefore(/\$\w*/)
      return word && { from: word.from, options: [{ label: '$age' }, { label: '$shared' }] }
    },
  },
  play: async ({ canvas, userEvent }) => {
    const box = () => document.querySelector('.cm-signature')
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('{Control>}{End}{/Control}(')
    await waitFor(() => expect(box()?.querySelector('strong')?.textContent).toBe('String list'))
    await expect(box()?.textContent).toBe('Lookup(String list, String key)Value of the first matching row.')
    await said('Lookup(String list, String key). String list. Value of the first matching row.')
    await userEvent.keyboard('"Tiers", $')
    await waitFor(() => expect(box()?.querySelector('strong')?.textContent).toBe('String key'))
    await said('String key')
    await waitFor(() => expect(document.querySelector('.cm-tooltip-autocomplete')).not.toBeNull(), { timeout: 3000 })
    const [above, below] = [box(), document.querySelector('.cm-tooltip-autocomplete')].map(each =>
      each?.getBoundingClientRect(),
    )
    await expect(above?.bottom).toBeLessThanOrEqual(below?.top ?? 0)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('.cm-tooltip-autocomplete')).toBeNull())
    await expect(box()).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(box()).toBeNull())
    await userEvent.keyboard('a{Escape}')
    await expect(box()).toBeNull()
    await userEvent.keyboard('{Control>}{Shift>} {/Shift}{/Control}')
    await waitFor(() => expect(box()?.querySelector('strong')?.textContent).toBe('String key'))
    await userEvent.keyboard('{End})')
    await waitFor(() => expect(box()).toBeNull())
  },
}
export const Format: Story = {
  globals: { locale: 'en-US' },
  args: { value: 'a   +  b', onFormat: text => (text.includes('(') ? null : text.replace(/ +/g, ' ')) },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('{Shift>}{Alt>}[KeyF]{/Alt}{/Shift}')
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith('a + b'))
    await said('Text formatted.')
    await userEvent.keyboard('{Control>}{End}{/Control}(')
    await userEvent.keyboard('{Shift>}{Alt>}[KeyF]{/Alt}{/Shift}')
    await said('The text has errors and could not be formatted.')
  },
}
export const FindAndReplace: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('textbox', { name: 'Clause New account' }).focus()
    await userEvent.keyboard('{Control>}f{/Control}')
    const find = await canvas.findByRole('textbox', { name: 'Find' })
    await waitFor(() => expect(find).toHaveFocus())
    await userEvent.type(find, 'device')
    await waitFor(() => expect(document.querySelectorAll('.cm-searchMatch').length).toBeGreaterThan(3))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Replace with' }), 'card')
    await userEvent.click(canvas.getByRole('button', { name: 'Replace all' }))
    await waitFor(() =>
      expect(args.onValueChange).toHaveBeenLastCalledWith(expect.stringContaining('"Shared card ring"')),
    )
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Clause New account' })).toHaveFocus())
  },
}
export const ReadOnly: Story = {
  args: { readOnly: true },
  play: async ({ canvas, userEvent, args }) => {
    const box = canvas.getByRole('textbox')
    await expect(box).toHaveAttribute('aria-readonly', 'true')
    box.focus()
    await userEvent.keyboard('x')
    await expect(args.onValueChange).not.toHaveBeenCalled()
    // The editor replaces the browser's editing: that leaves style attributes, which a strict policy refuses.
    for (const inputType of ['insertText', 'deleteContentForward', 'insertParagraph']) {
      const input = new InputEvent('beforeinput', {
        inputType,
        data: inputType === 'insertText' ? 'x' : null,
        bubbles: true,
        cancelable: true,
      })
      box.dispatchEvent(input)
      await expect([inputType, input.defaultPrevented]).toEqual([inputType, true])
    }
  },
}
/** Glyphs mark changes to the published text: plus, tilde and minus, not only colours. */
export const ChangedLines: Story = {
  args: {
    original: rule
      .replace('$shared > 2', '$shared > 3')
      .replace('LET $age', 'LET $days')
      .replace('  AND $age < 7\n', ''),
  },
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect([...canvasElement.querySelectorAll('.cm-change-gutter span')].map(glyph => glyph.textContent)).toEqual([
        '~',
        '~',
        '~',
      ]),
    )
  },
}
export const Wrapped: Story = {
  args: {
    wrap: true,
    value: `// ${'A comment that is longer than the page is wide. '.repeat(60)}`,
    className: 'max-h-[8rem] border border-line-subtle',
  },
  play: async ({ canvasElement }) => {
    const scroller = canvasElement.querySelector('.cm-scroller')
    await expect(scroller?.scrollWidth).toBe(scroller?.clientWidth)
    await expect(canvasElement.querySelector('[data-slot="code-editor"]')?.clientHeight).toBeLessThanOrEqual(128)
    await expect((scroller?.scrollHeight ?? 0) > (scroller?.clientHeight ?? 0)).toBe(true)
  },
}
/** Tab leaves until the switch is pressed; afterwards Escape, then Tab leaves. */
export const TabMode: Story = {
  globals: { locale: 'en-US' },
  args: { value: 'WHEN true', tabSwitch: true },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('switch', { name: 'Tab key indents' }))
    const box = canvas.getByRole('textbox')
    box.focus()
    // The editor reads key codes here, which user-event does not send. A press that it does not handle moves the focus
    // on.
    const press = (key: string, keyCode: number) =>
      box.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }))
    await expect(press('Tab', 9)).toBe(false)
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith(expect.stringMatching(/^\s+WHEN true$/)))
    press('Escape', 27)
    await expect(press('Tab', 9)).toBe(true)
    await expect(args.onValueChange).toHaveBeenCalledOnce()
  },
}
export const IndentKeys: Story = {
  args: { value: 'WHEN true' },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('{Control>}]{/Control}')
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith('  WHEN true'))
    await userEvent.keyboard('{Control>}[[{/Control}')
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith('WHEN true'))
  },
}
function TwoTexts(args: CodeEditorProps) {
  const [texts, setTexts] = useState({ first: 'one', second: 'two' })
  const [open, setOpen] = useState<'first' | 'second'>('first')
  return (
    <>
      <CodeEditor
        {...args}
        documentId={open}
        value={texts[open]}
        onValueChange={text => setTexts(known => ({ ...known, [open]: text }))}
      />
      <Button size="sm" onClick={() => setOpen(open === 'first' ? 'second' : 'first')}>
        Other text
      </Button>
    </>
  )
}
/** A change to another text and back preserves the undo history of each. */
export const HistoryPerText: Story = {
  render: args => <TwoTexts {...args} />,
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('textbox')
    const other = canvas.getByRole('button', { name: 'Other text' })
    box.focus()
    await userEvent.keyboard('{Control>}{End}{/Control}!')
    await waitFor(() => expect(box).toHaveTextContent('one!'))
    await userEvent.click(other)
    await waitFor(() => expect(box).toHaveTextContent('two'))
    box.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(box).toHaveTextContent('two')
    await userEvent.click(other)
    await waitFor(() => expect(box).toHaveTextContent('one!'))
    box.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(box).toHaveTextContent(/^one$/))
  },
}
export const Large5kLines: Story = {
  args: {
    value: Array.from({ length: 5000 }, (_, i) => `LET $value${i} = @"user.field${i}"`).join('\n'),
    className: 'max-h-[20rem] border border-line-subtle',
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(canvasElement.querySelectorAll('.cm-line').length).toBeLessThan(200)
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await waitFor(() => expect(canvas.getByRole('textbox')).toHaveTextContent('user.field4999'))
  },
}
/** Comments and texts in another script are bidi-isolated; the code around them remains in order. */
export const IsolatedComments: Story = {
  globals: { locale: 'ar-AE' },
  args: { label: 'البند', value: '// حساب جديد (عميل) 24h\nRETURN Review("جهاز مشترك", 7d)' },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll('.cm-line [dir="auto"]').length).toBe(2))
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
