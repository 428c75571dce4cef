import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { Link } from './link.tsx'

const meta = {
  title: 'Primitives/Link',
  component: Link,
  args: { href: '#guide', children: 'rule guide' },
} satisfies Meta<typeof Link>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid justify-items-start gap-2">
      <p>
        Read the <Link {...args} /> before you publish.
      </p>
      <LabelledMatrix label="Links" rows={['inline', 'standalone', 'subtle']} columns={['rest', 'hover', 'focus']}>
        {(variant, state) => (
          <Link variant={variant} href="#case" {...(state === 'rest' ? {} : forced(state))}>
            P-7241903
          </Link>
        )}
      </LabelledMatrix>
      <Link external href="https://example.com/">
        Register of merchants
      </Link>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: /Register of merchants opens in a new tab/ })).toHaveAttribute(
      'target',
      '_blank',
    )
  },
}
export const Dark: Story = { args: { external: true }, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { external: true, children: 'Verzeichnis der abweichenden Lieferanschriften' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { external: true, children: 'دليل القواعد' }, globals: { locale: 'ar-AE' } }
/** An icon and a text for screen readers announce the new tab. */
export const External: Story = {
  globals: { locale: 'en-US' },
  args: { external: true, href: 'https://example.com/', children: 'Register of merchants' },
  play: async ({ canvas }) => {
    const link = canvas.getByRole('link', { name: /Register of merchants opens in a new tab/ })
    await expect(link).toHaveAttribute('rel', 'noreferrer')
  },
}
/** In running text a link is underlined: colour alone does not distinguish it. */
export const InText: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <p className="max-w-dialog-sm">
      A rule stays in review mode until it is published. Read the <Link {...args} /> before you publish, and ask the
      owner of the environment.
    </p>
  ),
  play: async ({ canvas }) => {
    await expect(getComputedStyle(canvas.getByRole('link', { name: 'rule guide' })).textDecorationLine).toBe(
      'underline',
    )
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { onClick: fn(event => event.preventDefault()) },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'rule guide' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}
