import type { SourceKind } from '@assay/risk-service/contract'
import {
  ChartNoAxesColumn,
  CircleHelp,
  FunctionSquare,
  Gauge,
  GitFork,
  History,
  Inbox,
  LayoutList,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Receipt,
  Search,
  ShieldAlert,
} from 'lucide-react'

/** The picture of a source by what it is. */
export const sourceIcons: Readonly<Record<SourceKind, LucideIcon>> = {
  event: Receipt,
  rule: ListChecks,
  report: ChartNoAxesColumn,
  case: ShieldAlert,
  note: MessageSquareText,
  log: History,
  list: LayoutList,
  velocity: Gauge,
  function: FunctionSquare,
  queue: Inbox,
  environment: GitFork,
  search: Search,
  help: CircleHelp,
}
