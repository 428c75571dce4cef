import { cn } from '../../lib/cn.ts'
import { Icon, type IconProps } from '../icon/icon.tsx'

/** Names of `directionalIcons`: a page that mirrors one icon does not load the twenty others. */
export const mirroredNames: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ChevronLeft',
  'ChevronRight',
  'ChevronsLeft',
  'ChevronsRight',
  'CornerDownRight',
  'ExternalLink',
  'ListIndentDecrease',
  'ListIndentIncrease',
  'List',
  'ListTree',
  'LogOut',
  'PanelLeftClose',
  'PanelLeftOpen',
  'PanelRightClose',
  'PanelRightOpen',
  'Redo2',
  'Send',
  'Undo2',
])

/** Mirrors icons that point along the reading direction; any other icon is unchanged. */
export function DirectionalIcon({ icon, className, ...props }: IconProps) {
  return (
    <Icon
      data-slot="directional-icon"
      icon={icon}
      className={cn(mirroredNames.has(icon.displayName ?? '') && 'rtl:-scale-x-100', className)}
      {...props}
    />
  )
}
