import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** A numbered group of fields. */
export function FormStep({ labelId, children }: { labelId: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-bs border-line-subtle p-4 first:border-bs-0">
      <legend className="float-start mbe-1 w-full text-md font-semibold">
        <FormattedMessage id={labelId} />
      </legend>
      {children}
    </fieldset>
  )
}
