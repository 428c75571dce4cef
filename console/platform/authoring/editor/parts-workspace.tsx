import { EditorColumns } from '@assay/design-system'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { DiagnosticList } from '../fql/diagnostic-list.tsx'
import type { Part } from '../fql/diagnostics.ts'
import type { Parts } from './use-parts.tsx'

interface PartsWorkspaceProps {
  parts: Parts
  canEdit: boolean
  rail: ReactNode
  side: ReactNode
  problems: readonly RuleDiagnostic[]
  nameOf: (part: Part) => string
  /** The part that is shown. */
  children: ReactNode
}

/**
 * The parts of the resource that is edited, the chosen part with its problems, and the result: side by side, or one
 * below the other on a narrow page.
 */
export function PartsWorkspace({
  parts: { narrow, goTo },
  canEdit,
  rail,
  side,
  problems,
  nameOf,
  children,
}: PartsWorkspaceProps) {
  return (
    <EditorColumns rail={rail} side={side}>
      {narrow && canEdit ? (
        <p className="px-4 py-2 text-xs text-fg-muted">
          <FormattedMessage id="Authoring.Editor.Narrow" />
        </p>
      ) : null}
      {children}
      <DiagnosticList
        problems={problems}
        onJump={goTo}
        placeOf={({ part, clause }) => nameOf(part) || (clause ?? '')}
      />
    </EditorColumns>
  )
}
