import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { storyEnvironments } from '../nav-shell/testing/navigation-data.ts'
import { EnvironmentSwitcher } from './environment-switcher.tsx'

const meta = {
  title: 'Navigation/EnvironmentSwitcher',
  component: EnvironmentSwitcher,
  args: { environments: storyEnvironments, value: 'harbor-eu', onValueChange: fn() },
  decorators: [
    Story => (
      <div className="min-h-[24rem]">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof EnvironmentSwitcher>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Hierarchy: Story = { args: { defaultOpen: true } }
export const Dark: Story = { args: { defaultOpen: true }, globals: { theme: 'dark' } }
const statuses = [
  {
    id: 'harbor',
    name: 'Harbor',
    status: <Badge tone="success">Active</Badge>,
    children: [
      { id: 'harbor-eu', name: 'Harbor-EU', status: <Badge tone="success">Active</Badge> },
      {
        id: 'lockers',
        name: 'Harbor-EU-Lockers',
        status: <Badge tone="info">Creating</Badge>,
        disabledReason: 'notActive' as const,
      },
      {
        id: 'legacy',
        name: 'Harbor-US-Legacy',
        status: <Badge tone="warning">Deleting</Badge>,
        disabledReason: 'notActive' as const,
      },
      {
        id: 'partners',
        name: 'Harbor-Partners',
        disabledReason: 'noAccess' as const,
        children: [{ id: 'nord', name: 'Harbor-Partners-Nord', status: <Badge tone="success">Active</Badge> }],
      },
    ],
  },
]
export const Matrix: Story = {
  args: {
    defaultOpen: true,
    environments: statuses,
    footer: (
      <Link variant="standalone" href="#environments">
        Manage environments
      </Link>
    ),
  },
}
/**
 * A node without access remains, because its children may be available; it shows the reason why it cannot be chosen.
 */
export const NoAccess: Story = {
  globals: { locale: 'en-US' },
  args: { environments: statuses },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button'))
    await screen.findByRole('tree')
    const partners = await screen.findByRole('treeitem', { name: /^Harbor-Partners No access/ })
    await expect(partners).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(partners)
    await waitFor(
      () =>
        expect(
          canvas
            .getAllByRole('status', { hidden: true })
            .some(region => region.textContent === 'Harbor-Partners cannot be chosen: No access'),
        ).toBe(true),
      { timeout: 3000 },
    )
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('treeitem', { name: /^Harbor-Partners-Nord/ }))
    await expect(args.onValueChange).toHaveBeenCalledWith('nord')
    await waitFor(
      () =>
        expect(
          canvas
            .getAllByRole('status', { hidden: true })
            .some(
              region =>
                region.textContent === 'Environment changed to Harbor / Harbor-Partners / Harbor-Partners-Nord.',
            ),
        ).toBe(true),
      { timeout: 3000 },
    )
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    defaultOpen: true,
    value: 'deep',
    environments: [
      {
        id: 'a',
        name: 'Betrugsbewertung der Abholstationen',
        children: [
          {
            id: 'b',
            name: 'Europäischer Wirtschaftsraum',
            children: [
              {
                id: 'c',
                name: 'Zweigstellen',
                children: [
                  {
                    id: 'd',
                    name: 'Paketstationen',
                    children: [
                      {
                        id: 'e',
                        name: 'Innenstadt',
                        children: [{ id: 'deep', name: 'Abholstationen mit abweichender Lieferadresse' }],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const WithStatus: Story = {
  args: {
    defaultOpen: true,
    environments: [
      { id: 'harbor-eu', name: 'Harbor-EU', status: <Badge tone="success">Active</Badge> },
      { id: 'new', name: 'Harbor-APAC', status: <Badge tone="info">Creating</Badge>, disabledReason: 'notActive' },
    ],
  },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Environment: Harbor / Harbor-EU' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find environment' })).toHaveFocus())
    await screen.findByRole('tree')
    await userEvent.keyboard('{ArrowDown}')
    const item = (name: RegExp) => screen.getByRole('treeitem', { name })
    await expect(item(/^Harbor-EU/)).toHaveFocus()
    await expect(item(/^Harbor-EU/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(item(/^Harbor-EU/)).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(item(/^Harbor$/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(item(/^Harbor-EU/)).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{End}')
    await expect(item(/^Harbor sandbox/)).toHaveFocus()
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}')
    await expect(item(/^EU stores/)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await userEvent.keyboard('u')
    await expect(item(/^US web shop/)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenCalledWith('us-web')
    await waitFor(() => expect(button).toHaveFocus())
  },
}
/** A disabled node shows the reason and leaves the list open. */
export const Refused: Story = {
  globals: { locale: 'en-US' },
  args: {
    environments: [
      { id: 'harbor-eu', name: 'Harbor-EU' },
      { id: 'new', name: 'Harbor-APAC', disabledReason: 'notActive' },
    ],
    onDisabledPress: fn(),
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button'))
    await userEvent.click(await screen.findByRole('treeitem', { name: /^Harbor-APAC/ }))
    await waitFor(
      () =>
        expect(
          canvas
            .getAllByRole('status', { hidden: true })
            .some(region => region.textContent === 'Harbor-APAC cannot be chosen: Not active'),
        ).toBe(true),
      { timeout: 3000 },
    )
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await expect(args.onDisabledPress).toHaveBeenCalledWith('new')
    await expect(screen.getByRole('tree')).toBeVisible()
  },
}
export const Search: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await screen.findByRole('tree')
    await userEvent.type(screen.getByRole('textbox'), 'web')
    await expect(screen.getAllByRole('treeitem')).toHaveLength(3)
    await userEvent.type(screen.getByRole('textbox'), 'zzz')
    await expect(screen.getByText('No matches')).toBeVisible()
  },
}
/** The arrow in reading direction opens, the other one closes. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await screen.findByRole('tree')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await expect(screen.getByRole('treeitem', { name: /^Harbor-EU/ })).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(screen.getByRole('treeitem', { name: /^Harbor-EU/ })).toHaveAttribute('aria-expanded', 'true')
  },
}
