import type { ReactNode } from 'react'

interface FactProps {
  label: ReactNode
  children: ReactNode
}

/** A fact in a `dl`, its value below its name: long ids and names are shown whole, also in a narrow window. */
export const Fact = ({ label, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-xs text-fg-secondary">{label}</dt>
    <dd className="text-sm wrap-anywhere">{children}</dd>
  </div>
)
