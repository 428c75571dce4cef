import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { textScale } from '../../lib/text-scale/text-scale.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Button } from '../../primitives/button/button.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { type RenderLink, renderAnchor } from '../link/render-link.tsx'
import { useOptionalNavShell } from '../nav-shell/nav-context.ts'
import { fitActions } from './fit-actions.ts'

// Menus are large and most headers have room: loaded when an action does not fit.
const ActionMenu = lazyPart(() => import('./action-menu.tsx').then(module => ({ default: module.ActionMenu })))

export interface PageAction {
  id: string
  /** Verb and object. */
  label: string
  icon?: LucideIcon
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  onSelect?: () => void
  /** Makes it a link. */
  href?: string
  disabled?: boolean
  loading?: boolean
  /** The equivalent key; shown in the menu. */
  shortcut?: string
  /** It never has its own button. */
  menuOnly?: boolean
}

export interface PageActionsProps extends ComponentProps<'div'> {
  /** The most important first; it is at the inline end. Actions without room are in a menu, in this order. */
  actions: readonly PageAction[]
  /** Renders links with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
}

/** Widths in pixels, at the usual text size: between two actions, of the menu, and of the title that stays visible. */
const usual = { gap: 12, menu: 32, title: 240 }

/** The actions of a page. Actions that do not fit move into a menu, the least important first. */
export function PageActions({ actions, renderLink, className, ...props }: PageActionsProps) {
  const shell = useOptionalNavShell()
  const row = useRef<HTMLDivElement>(null)
  const direct = actions.filter(action => !action.menuOnly)
  const [shownCount, setShownCount] = useState(direct.length)
  const forced = direct.length < actions.length

  useLayoutEffect(() => {
    const element = row.current
    const header = element?.closest('[data-slot="page-header"]') ?? element?.parentElement
    if (!element || !header) return
    const measure = () => {
      const scale = textScale()
      const [gap, menu] = [usual.gap * scale, usual.menu * scale]
      const widths = [...element.querySelectorAll<HTMLElement>('[data-measure]')].map(
        button => button.getBoundingClientRect().width,
      )
      const title = header === element.parentElement ? 0 : reservedWidth(element, header, scale)
      const room = header.clientWidth - title - (forced ? menu + gap : 0)
      setShownCount(fitActions(widths, room, gap, menu))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(header)
    return () => observer.disconnect()
  }, [forced, direct.length])

  useUniqueIds('PageActions', 'actions', actions)
  const shown = direct.slice(0, shownCount)
  const hidden = actions.filter(action => !shown.includes(action))
  const link = renderLink ?? shell?.renderLink ?? renderAnchor
  return (
    <div
      ref={row}
      data-slot="page-actions"
      className={cn('relative flex min-w-0 items-center gap-3', className)}
      {...props}
    >
      {hidden.length > 0 ? (
        <Suspense>
          <ActionMenu actions={hidden} renderLink={link} />
        </Suspense>
      ) : null}
      {[...shown].reverse().map(action => (
        <ActionButton key={action.id} action={action} renderLink={link} />
      ))}
      {/* Measures the widths of all actions, visible or not. */}
      <div aria-hidden inert className="invisible absolute inset-bs-0 inset-e-0 flex h-0 w-0 overflow-hidden">
        {direct.map(action => (
          <span key={action.id} data-measure className="shrink-0">
            <ActionButton action={action} renderLink={renderAnchor} />
          </span>
        ))}
      </div>
    </div>
  )
}

/** Minimum width of the title on the same line: it is cut before the last action moves. */
function reservedWidth(actions: Element, header: Element, scale: number): number {
  const gap = usual.gap * scale
  const style = getComputedStyle(header)
  const padding = Number.parseFloat(style.paddingInlineStart) + Number.parseFloat(style.paddingInlineEnd)
  const title = header.querySelector('h1')
  const others = [...(actions.parentElement?.parentElement?.children ?? [])].filter(
    child => !child.contains(actions) && child !== title && !child.matches('[data-slot="page-tabs"]'),
  )
  const beside = others.reduce((sum, child) => sum + child.getBoundingClientRect().width + gap, 0)
  return padding + beside + (title ? Math.min(title.scrollWidth, usual.title * scale) + gap : 0)
}

function ActionButton({ action, renderLink }: { action: PageAction; renderLink: RenderLink }) {
  const content = (
    <>
      {action.icon ? <DirectionalIcon icon={action.icon} /> : null}
      {action.label}
    </>
  )
  const variant = action.variant ?? 'secondary'
  if (action.href !== undefined && !action.disabled)
    return (
      <Button asChild variant={variant}>
        {renderLink({ href: action.href, children: content })}
      </Button>
    )
  return (
    <Button
      variant={variant}
      disabled={action.disabled ?? false}
      loading={action.loading ?? false}
      onClick={() => action.onSelect?.()}
    >
      {content}
    </Button>
  )
}
