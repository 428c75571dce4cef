import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** A part of the panel under a heading. */
export function PanelSection({ headingId, children }: { headingId: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">
        <FormattedMessage id={headingId} />
      </h3>
      {children}
    </section>
  )
}
