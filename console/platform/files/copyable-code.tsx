import { CopyButton } from '@assay/design-system'

interface CopyableCodeProps {
  /** Noun for the name of the copy button. */
  label: string
  code: string
}

/** Lines of code with a button that copies all of them. */
export function CopyableCode({ label, code }: CopyableCodeProps) {
  return (
    <div className="relative min-w-0">
      {/* Scrolls sideways on its own: reachable by keyboard. */}
      <pre
        dir="ltr"
        role="region"
        aria-label={label}
        tabIndex={0}
        className="overflow-auto rounded-control bg-surface-sunken p-3 pe-10 font-mono text-xs focus-ring"
      >
        {code}
      </pre>
      <div className="absolute inset-e-0 inset-bs-0 rounded-control bg-surface-sunken p-1">
        <CopyButton value={code} label={label} />
      </div>
    </div>
  )
}
