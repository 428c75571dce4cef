import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { Wizard } from '../../navigation/wizard/wizard.tsx'
import { emptyMessage, header, part, Window } from '../../testing/page-parts.tsx'
import { WizardPage } from './wizard-page.tsx'

const meta = {
  title: 'Templates/WizardPage',
  component: WizardPage,
  args: {
    name: 'New assessment',
    header: header('New assessment'),
    onRetry: fn(),
    children: (
      <Wizard
        label="New assessment"
        finishLabel="Create assessment"
        onFinish={fn()}
        steps={[
          {
            id: 'template',
            label: 'Template',
            content: (
              <Field label="Name">
                <Input defaultValue="Loyalty points" />
              </Field>
            ),
          },
          { id: 'fields', label: 'Fields', content: 'Fields' },
        ]}
      />
    ),
    preview: part(
      'Request',
      <pre dir="ltr" className="m-0 font-mono text-xs">
        {'{ "user": { "userId": "u-17" } }'}
      </pre>,
    ),
  },
  decorators: [
    Story => (
      <Window>
        <Story />
      </Window>
    ),
  ],
} satisfies Meta<typeof WizardPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
/** The steps and the form extend to the foot of the page, however few fields there are. */
export const Matrix: Story = {
  play: async ({ canvasElement }) => {
    const bottom = (slot: string) =>
      canvasElement.querySelector(`[data-slot="${slot}"]`)?.getBoundingClientRect().bottom
    await expect(bottom('wizard')).toBe(bottom('wizard-page'))
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { header: header('Betrugsverdachtsmeldungen an das kartenausgebende Kreditinstitut') },
}
export const Loading: Story = { args: { state: 'loading' } }
export const Empty: Story = { args: { state: 'empty', message: emptyMessage } }
export const Failed: Story = { args: { state: 'error' } }
export const NoAccess: Story = { args: { state: 'no-access' } }
