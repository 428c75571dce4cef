import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { Wizard, type WizardProps, type WizardStep } from './wizard.tsx'
import { WizardReviewSection } from './wizard-review.tsx'

/** Set-up of an assessment, with a required name. */
function Assessment(props: Omit<WizardProps, 'steps'> & { lead?: string; blocked?: string }) {
  const { lead = '', blocked, ...wizard } = props
  const [name, setName] = useState('')
  const [asked, setAsked] = useState(false)
  const [template, setTemplate] = useState(blocked === undefined ? 'Card payment' : '')
  const wrong =
    name.trim() === ''
      ? 'Give the assessment a name.'
      : /^[0-9]/.test(name)
        ? 'Start the name with a letter or an underscore.'
        : undefined
  const steps: readonly WizardStep[] = [
    {
      id: 'template',
      label: `${lead}Template`,
      description: template,
      title: 'Choose a template',
      content: (
        <Field label="Template">
          <Input value={template} onChange={event => setTemplate(event.target.value)} />
        </Field>
      ),
      ...(blocked !== undefined && template === '' ? { blocked } : {}),
    },
    {
      id: 'name',
      label: `${lead}Name and endpoint`,
      title: 'Name it',
      intro: 'The name is part of the address that your systems call.',
      content: (
        <Field id="assessment-name" label="Name" {...(asked && wrong ? { error: wrong } : {})}>
          <Input value={name} onChange={event => setName(event.target.value)} />
        </Field>
      ),
      validate: () => {
        setAsked(true)
        return wrong ? [{ message: wrong, field: 'assessment-name' }] : []
      },
    },
    {
      id: 'settings',
      label: `${lead}Settings`,
      description: 'Rules, features, subjects',
      content: (
        <Field label="Retention in days">
          <Input defaultValue="90" />
        </Field>
      ),
    },
    {
      id: 'review',
      label: `${lead}Review`,
      title: 'Look it over',
      content: (
        <div className="flex flex-col gap-3">
          <WizardReviewSection heading="Template" stepId="template">
            Card payment
          </WizardReviewSection>
          <WizardReviewSection heading="Name and endpoint" stepId="name">
            {name === '' ? '–' : name}
          </WizardReviewSection>
        </div>
      ),
    },
  ]
  return (
    <div className="-m-4">
      <Wizard {...wizard} steps={steps} className="h-[32rem]" />
    </div>
  )
}

const meta = {
  title: 'Navigation/Wizard',
  component: Assessment,
  subcomponents: { Wizard, WizardReviewSection },
  args: {
    label: 'New assessment',
    finishLabel: 'Create assessment',
    onFinish: fn(),
    onCancel: fn(),
    onSaveAndExit: fn(),
    onStepChange: fn(),
    status: 'Draft kept in this browser',
  },
} satisfies Meta<typeof Assessment>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = { args: { defaultStep: 'settings', defaultDone: ['template', 'name'] } }
export const Inline: Story = { args: { orientation: 'inline', defaultStep: 'name', defaultDone: ['template'] } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Narrow: Story = {
  args: { defaultStep: 'name', defaultDone: ['template'] },
  globals: { viewport: { value: 'mobile1', isRotated: false } },
}
export const LongContent: Story = {
  args: {
    lead: 'Betrugsverdachtsmeldungen der Abholstationen ',
    finishLabel: 'Betrugsbewertung für Abholstationen anlegen',
  },
  globals: { locale: 'qps-ploc' },
}
/** Errors are listed above the form with links to their fields, and the step is marked. */
export const Errors: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { defaultStep: 'name', defaultDone: ['template'] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    const summary = await canvas.findByRole('heading', { level: 3 })
    await waitFor(() => expect(summary).toHaveFocus())
    await expect(canvas.getByRole('button', { name: /^Name and endpoint Has errors/ })).toHaveAttribute(
      'aria-current',
      'step',
    )
    await userEvent.click(canvas.getByRole('link', { name: 'Give the assessment a name.' }))
    const field = canvas.getByRole('textbox', { name: 'Name' })
    await expect(field).toHaveFocus()
    await userEvent.type(field, '2ndChannel{Enter}')
    await canvas.findByRole('link', { name: 'Start the name with a letter or an underscore.' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Channel{Enter}')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Step 3 of 4: Settings' })).toHaveFocus())
    await expect(args.onStepChange).toHaveBeenLastCalledWith('settings')
  },
}
/** Something is missing: Next stays reachable, says why beside it, and leads nowhere. */
export const Blocked: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { blocked: 'Select a template to continue.' },
  play: async ({ canvas, userEvent, args }) => {
    const next = canvas.getByRole('button', { name: 'Next' })
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(next).toHaveAccessibleDescription('Select a template to continue.')
    await userEvent.click(next)
    await userEvent.type(canvas.getByRole('textbox', { name: 'Template' }), '{Enter}')
    await expect(args.onStepChange).not.toHaveBeenCalled()
    await userEvent.type(canvas.getByRole('textbox', { name: 'Template' }), 'Gift card')
    await expect(canvas.queryByText('Select a template to continue.')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Step 2 of 4: Name it' })).toHaveFocus())
  },
}
/** The reason is long, and stands above the buttons where there is no room beside them. */
export const BlockedNarrow: Story = {
  args: { blocked: 'Wählen Sie eine Vorlage für die Betrugsbewertung der Abholstationen, um fortzufahren.' },
  globals: { locale: 'de-DE', theme: 'light', viewport: { value: 'mobile1', isRotated: false } },
}
/** Any order; at the end the first invalid step opens. */
export const NonLinear: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { nonLinear: true },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Review/ }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Step 4 of 4: Look it over' })).toHaveFocus())
    await userEvent.click(canvas.getByRole('button', { name: 'Create assessment' }))
    await waitFor(() => expect(canvas.getByRole('heading', { level: 3 })).toHaveFocus())
    await expect(canvas.getByRole('heading', { name: 'Step 2 of 4: Name it' })).toBeVisible()
    await expect(args.onFinish).not.toHaveBeenCalled()
  },
}
/** A wizard that was left is resumed at its step; steps not reached stay locked. */
export const Resume: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { defaultStep: 'review', defaultDone: ['template'] },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('heading', { name: 'Step 2 of 4: Name it' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: /^Template Completed/ })).toBeVisible()
    await expect(canvas.getByRole('button', { name: /^Review Locked/ })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(canvas.getByRole('button', { name: 'Save and exit' }))
    await expect(args.onSaveAndExit).toHaveBeenCalledOnce()
  },
}
/** The last step shows all input, links back to each part and finishes. */
export const Review: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { defaultStep: 'name', defaultDone: ['template', 'settings'] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Name' }), 'Lockers{Enter}')
    await waitFor(() => expect(canvas.getByRole('heading', { name: /Settings$/ })).toHaveFocus())
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: /Look it over$/ })).toHaveFocus())
    await expect(canvas.getByText('Lockers')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Edit', description: 'Name and endpoint' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: /Name it$/ })).toHaveFocus())
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveValue('Lockers')
    await userEvent.click(canvas.getByRole('button', { name: /^Review/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Create assessment' }))
    await waitFor(() => expect(args.onFinish).toHaveBeenCalledOnce())
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  play: async ({ canvas, userEvent }) => {
    const template = canvas.getByRole('textbox', { name: 'Template' })
    await userEvent.clear(template)
    await userEvent.type(template, 'Gift card{Enter}')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Step 2 of 4: Name it' })).toHaveFocus())
    await userEvent.tab()
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.keyboard('half a na')
    const back = canvas.getByRole('button', { name: 'Back' })
    back.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Step 1 of 4: Choose a template' })).toHaveFocus())
    // Back never loses input, in either step.
    await expect(canvas.getByRole('textbox', { name: 'Template' })).toHaveValue('Gift card')
    canvas.getByRole('button', { name: 'Next' }).focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveValue('half a na'))
    const first = canvas.getByRole('button', { name: /^Template Completed/ })
    first.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Step 1 of 4: Choose a template' })).toHaveFocus())
  },
}
export const RightToLeft: Story = {
  args: {
    label: 'تقييم جديد',
    finishLabel: 'إنشاء التقييم',
    status: 'المسودة محفوظة في هذا المتصفح',
    defaultStep: 'name',
    defaultDone: ['template'],
  },
  globals: { locale: 'ar-AE' },
}
