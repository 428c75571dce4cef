import type { Meta, StoryObj } from '@storybook/react-vite'
import { Bell, CircleQuestionMark, Inbox, Play } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { SidePanel } from '../../overlays/side-panel/side-panel.tsx'
import { Avatar } from '../../primitives/avatar/avatar.tsx'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { EnvironmentSwitcher } from '../environment-switcher/environment-switcher.tsx'
import { PageHeader } from '../page-header/page-header.tsx'
import type { NavItem } from './nav-context.ts'
import { NavShell, TopBar } from './nav-shell.tsx'
import { storyEnvironments, storyNavigation } from './testing/navigation-data.ts'

interface FrameProps {
  language?: 'en' | 'ar'
  currentId?: string
  collapsed?: boolean
  switcherOpen?: boolean
  many?: boolean
  tenant?: boolean
  aside?: boolean
}

/** More items than fit into a window: the list scrolls, the foot stays. */
const manyItems: readonly NavItem[] = Array.from({ length: 40 }, (_, group) => ({
  id: `group-${group}`,
  label: `Area ${group + 1} of the console`,
  icon: Inbox,
  children: Array.from({ length: 6 }, (_, page) => ({
    id: `page-${group}-${page}`,
    label: `Betrugsverdachtsmeldungen ${page + 1}`,
    href: `#${group}-${page}`,
    count: page === 0 ? '48,211' : undefined,
  })),
}))

function Frame({
  language = 'en',
  currentId = 'search',
  collapsed,
  switcherOpen = false,
  many = false,
  tenant = false,
  aside = false,
}: FrameProps) {
  const [environment, setEnvironment] = useState('harbor-eu')
  const [storageKey] = useState(() => `story.${Math.trunc(performance.now())}`)
  const arabic = language === 'ar'
  return (
    <div className="-m-4">
      <NavShell
        brand={{ name: 'Assay', href: '#/' }}
        {...storyNavigation(language)}
        {...(many ? { items: manyItems } : {})}
        {...(tenant
          ? {
              tenant: (
                <p className="flex min-w-0 items-center gap-2 rounded-control border border-line-subtle bg-surface px-2 py-1 text-xs text-fg-secondary">
                  <span className="min-w-0 truncate">Harbor Group</span>
                  <Badge size="sm">Demo</Badge>
                </p>
              ),
            }
          : {})}
        currentId={currentId}
        storageKey={storageKey}
        {...(aside
          ? {
              aside: (
                <SidePanel title={arabic ? 'المساعد' : 'Assistant'} className="w-full max-w-full" onClose={fn()}>
                  <p className="p-4">{arabic ? 'اسأل عن هذه الصفحة' : 'Ask about this page'}</p>
                </SidePanel>
              ),
            }
          : {})}
        defaultCollapsed={collapsed ?? false}
        topBar={
          <TopBar>
            <EnvironmentSwitcher
              environments={storyEnvironments}
              value={environment}
              onValueChange={setEnvironment}
              defaultOpen={switcherOpen}
            />
            <span className="flex gap-0.5">
              <IconButton icon={Bell} label={arabic ? 'التنبيهات' : 'Notifications'} />
              <IconButton icon={CircleQuestionMark} label={arabic ? 'مساعدة' : 'Help'} />
            </span>
            <DropdownMenu>
              <DropdownMenuTrigger className="focus-ring ms-1 rounded-full">
                <Avatar
                  name="Ana Lindqvist"
                  size={28}
                  label={arabic ? 'حساب Ana Lindqvist' : 'Account of Ana Lindqvist'}
                />
              </DropdownMenuTrigger>
              <DropdownMenuContent align="end">
                <DropdownMenuLabel>ana.lindqvist@harbor.example</DropdownMenuLabel>
                <DropdownMenuItem>{arabic ? 'تبديل المستأجر' : 'Switch tenant'}</DropdownMenuItem>
                <DropdownMenuSeparator />
                <DropdownMenuItem>{arabic ? 'تسجيل الخروج' : 'Sign out'}</DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          </TopBar>
        }
      >
        <PageHeader
          className="border-be border-line-subtle bg-surface"
          title={arabic ? 'بحث' : 'Search'}
          breadcrumb={[
            { id: 'search', label: arabic ? 'بحث' : 'Search', href: '#/search' },
            { id: 'view', label: arabic ? 'حلقة أجهزة' : 'Shared device ring' },
          ]}
          meta={arabic ? 'آخر 24 ساعة' : 'Harbor-EU, last 24 hours, UTC'}
          actions={
            <>
              <Button variant="ghost">{arabic ? 'مسح' : 'Clear'}</Button>
              <Button>{arabic ? 'حفظ العرض' : 'Save view'}</Button>
              <Button variant="primary">
                <Icon icon={Play} />
                {arabic ? 'بدء المراجعة' : 'Start review'}
              </Button>
            </>
          }
        />
      </NavShell>
    </div>
  )
}

const meta = { title: 'Navigation/NavShell', component: Frame, subcomponents: { NavShell, TopBar } } satisfies Meta<
  typeof Frame
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const GroupOpen: Story = { args: { currentId: 'rules' } }
export const Collapsed: Story = { args: { collapsed: true, currentId: 'rules' } }
export const SwitcherOpen: Story = { args: { switcherOpen: true } }
export const SwitcherOpenDark: Story = { args: { switcherOpen: true }, globals: { theme: 'dark' } }
export const RightToLeft: Story = { args: { language: 'ar' }, globals: { locale: 'ar-AE' } }
export const RightToLeftOpen: Story = {
  args: { language: 'ar', switcherOpen: true, currentId: 'rules' },
  globals: { locale: 'ar-AE' },
}

/** A panel that belongs to no page: nothing of the page is behind it where there is room for both. */
export const Aside: Story = {
  args: { aside: true },
  globals: { locale: 'en-US', theme: 'light' },
  play: async ({ canvas }) => {
    const panel = canvas.getByRole('complementary', { name: 'Assistant' }).getBoundingClientRect()
    const main = canvas.getByRole('main').getBoundingClientRect()
    await expect(panel.bottom).toBeCloseTo(main.bottom, 0)
    await expect(window.innerWidth < 1200 || main.right <= panel.left + 1).toBe(true)
  },
}
export const Matrix: Story = { args: { currentId: 'queues', tenant: true } }
export const LongContent: Story = {
  args: { many: true, currentId: 'page-1-0', tenant: true },
  globals: { locale: 'qps-ploc' },
}
/** The current item is in view however long the list is, and the list scrolls independently. */
export const ManyItems: Story = {
  globals: { locale: 'en-US' },
  args: { many: true, currentId: 'page-2-0' },
  play: async ({ canvas }) => {
    const body = document.querySelector('[data-slot="nav-body"]')
    await expect(body?.scrollHeight).toBeGreaterThan(body?.clientHeight ?? 0)
    await expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight + 32)
    await expect(canvas.getByRole('link', { current: 'page' })).toHaveTextContent('48,211')
  },
}
/** Under 900 px the navigation is a modal sheet: it opens at the current page and returns the focus. */
export const Drawer: Story = {
  globals: { locale: 'en-US', viewport: { value: 'mobile1', isRotated: false } },
  play: async ({ canvas, userEvent }) => {
    const menu = await canvas.findByRole('button', { name: 'Open navigation' })
    await userEvent.click(menu)
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Main navigation' })).toBeVisible())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Search', current: 'page' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(menu).toHaveFocus())
  },
}
/** Skip link first, then the navigation in order; groups open in place; the chosen width is stored. */
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    const skip = canvas.getByRole('link', { name: 'Skip to content' })
    await userEvent.tab()
    await expect(skip).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('main')).toHaveFocus()
    skip.focus()
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Assay' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.tab()
    const search = canvas.getByRole('link', { name: 'Search', current: 'page' })
    await expect(canvas.getAllByRole('link', { name: 'Search' })[0]).toBe(search)
    await expect(search).toHaveFocus()
    await userEvent.tab()
    const group = canvas.getByRole('button', { name: 'Fraud protection', expanded: false })
    await expect(group).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Assessments' })).toHaveFocus()
    canvas.getByRole('button', { name: 'Collapse' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('button', { name: 'Expand navigation' })).toHaveFocus()
    const data = canvas.getByRole('button', { name: 'Data' })
    data.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rules' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(data).toHaveFocus())
  },
}
