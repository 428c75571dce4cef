import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { Switch } from '../../forms/switch/switch.tsx'
import { emptyMessage, header, Window } from '../../testing/page-parts.tsx'
import { SettingsPage } from './settings-page.tsx'

const meta = {
  title: 'Templates/SettingsPage',
  component: SettingsPage,
  args: {
    name: 'Settings',
    header: header('Settings'),
    onRetry: fn(),
    sections: [
      { id: 'general', label: 'General', href: '#general' },
      { id: 'retention', label: 'Retention', href: '#retention' },
      { id: 'keys', label: 'Access keys', href: '#keys' },
    ],
    current: 'general',
    dirty: true,
    onSave: fn(),
    onReset: fn(),
    children: (
      <>
        <Field label="Name">
          <Input defaultValue="Harbor-EU" />
        </Field>
        <Switch label="Send reminders" defaultChecked />
      </>
    ),
  },
  decorators: [
    Story => (
      <Window>
        <Story />
      </Window>
    ),
  ],
} satisfies Meta<typeof SettingsPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {}
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
