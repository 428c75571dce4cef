import type { RecorderStep } from '@assay/risk-service/contract'
import {
  Calculator,
  Eye,
  Gauge,
  Gavel,
  Inbox,
  type LucideIcon,
  MessageSquareReply,
  Radio,
  Route,
  Send,
  ShieldCheck,
  Tag,
  TextSearch,
  Unlock,
  Workflow,
} from 'lucide-react'

type StepKind = RecorderStep['kind']

/** What steps are about, in the order of the filter. */
export const stepGroups = ['call', 'enrichment', 'rules', 'case', 'delivery', 'report', 'viewer'] as const
export type StepGroup = (typeof stepGroups)[number]

const groups: Readonly<Record<StepKind, StepGroup>> = {
  received: 'call',
  validated: 'call',
  enriched: 'enrichment',
  scored: 'enrichment',
  reads: 'rules',
  rules: 'rules',
  answered: 'call',
  committed: 'call',
  routed: 'case',
  case: 'case',
  delivery: 'delivery',
  report: 'report',
  label: 'report',
  viewed: 'viewer',
  revealed: 'viewer',
}
export const groupOf = ({ kind }: RecorderStep): StepGroup => groups[kind]

export const stepIcons: Readonly<Record<StepKind, LucideIcon>> = {
  received: Inbox,
  validated: ShieldCheck,
  enriched: TextSearch,
  scored: Gauge,
  reads: Calculator,
  rules: Workflow,
  answered: MessageSquareReply,
  committed: Inbox,
  routed: Route,
  case: Gavel,
  delivery: Send,
  report: Radio,
  label: Tag,
  viewed: Eye,
  revealed: Unlock,
}

/** Returns what tells a step from the others of its timeline. */
export const stepKey = (step: RecorderStep): string =>
  step.kind === 'delivery'
    ? `delivery ${step.subscription}`
    : step.kind === 'viewed'
      ? `viewed ${step.by} ${step.at}`
      : 'id' in step
        ? `${step.kind} ${step.id}`
        : step.kind
