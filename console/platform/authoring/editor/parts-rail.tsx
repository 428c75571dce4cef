import { Icon } from '@assay/design-system'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { defined } from '@assay/risk-service/contract'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { countErrors, type Part } from '../fql/diagnostics.ts'
import { RailEntry } from './rail-entry.tsx'
import type { Parts } from './use-parts.tsx'

interface PartsRailProps {
  label: string
  parts: Parts
  problems: readonly RuleDiagnostic[]
  /** What stands before the parts: the condition of a set, the parameters of a function. */
  first: { heading: ReactNode; count?: number; icon: LucideIcon; title: ReactNode }
  heading: ReactNode
  entries: readonly { title: ReactNode; gist: ReactNode }[]
  /** Draws the button that adds a part: `disabled` at the limit, `aria-describedby` names the text about the limit. */
  add: ((button: { disabled: boolean; 'aria-describedby'?: string }) => ReactNode) | undefined
  /** Why no more can be added; null while they can. */
  full: ReactNode | null
  help: ReactNode
}

const countClass = 'text-xs font-normal text-fg-muted tabular-nums'

/** The parts of what is edited, each with what it does and its faults. */
export function PartsRail({
  label,
  parts: { part, setPart },
  problems,
  first,
  heading,
  entries,
  add,
  full,
  help,
}: PartsRailProps) {
  const fullId = useId()
  const entry = (of: Part, start: ReactNode, title: ReactNode, gist?: ReactNode) => (
    <RailEntry
      current={part === of}
      onClick={() => setPart(of)}
      start={start}
      errors={countErrors(problems, of)}
      title={title}
      {...defined({ summary: gist })}
    />
  )
  return (
    <nav aria-label={label} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      <h2 className="flex min-h-bar shrink-0 items-center gap-2 px-4 font-semibold">
        {first.heading}
        {first.count === undefined ? null : <span className={countClass}>{first.count}</span>}
      </h2>
      <div className="px-2">
        {entry('condition', <Icon icon={first.icon} size={12} className="text-fg-muted" />, first.title)}
      </div>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 ps-4 pe-2 pbs-2">
        <h2 className="font-semibold">{heading}</h2>
        <span className={countClass}>{entries.length}</span>
        {add ? (
          <span className="ms-auto">
            {add({ disabled: full !== null, ...(full === null ? {} : { 'aria-describedby': fullId }) })}
          </span>
        ) : null}
      </div>
      <ol className="flex flex-col gap-0.5 px-2 pbe-2">
        {entries.map(({ title, gist }, index) => (
          <li key={index}>
            {entry(index, <span className="text-xs text-fg-muted tabular-nums">{index + 1}</span>, title, gist)}
          </li>
        ))}
      </ol>
      {full !== null && add ? (
        <p id={fullId} className="px-4 pbe-2 text-xs text-fg-secondary">
          {full}
        </p>
      ) : null}
      <p className="mbs-auto px-4 py-3 text-xs text-fg-muted">{help}</p>
    </nav>
  )
}
