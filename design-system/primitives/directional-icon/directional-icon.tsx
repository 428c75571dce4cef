import {
  ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, CornerDownRight, ExternalLink, IndentDecrease, IndentIncrease, List,
  ListTree, LogOut, PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen, Redo2, Send, Undo2, type LucideIcon,
} from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Icon, type IconProps } from '../icon/icon.tsx'

/** The icons that point along the reading direction. Clocks, check marks, magnifiers and trend arrows are not among them. */
export const directionalIcons: readonly LucideIcon[] = [
  ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, CornerDownRight, ExternalLink, IndentDecrease, IndentIncrease, List,
  ListTree, LogOut, PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen, Redo2, Send, Undo2,
]

/** Mirrors icons that point along the reading direction; any other icon is drawn as it is. */
export function DirectionalIcon({ icon, className, ...props }: IconProps) {
  return <Icon data-slot="directional-icon" icon={icon} className={cn(directionalIcons.includes(icon) && 'rtl:-scale-x-100', className)} {...props} />
}
