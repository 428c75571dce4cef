import { belowSm, useMediaQuery } from '@assay/design-system'
import { createContext, type ReactNode, useContext } from 'react'
import { SchemaHead } from './schema-head.tsx'

const CardsContext = createContext(false)

/** Whether fields are cards, one below the other, and not rows of a table: a phone has no room for one. */
export const useCards = (): boolean => useContext(CardsContext)

/** Groups of fields, as a table that the keyboard scrolls where it is wider than its place. */
export function SchemaTable({ label, children }: { label: string; children: ReactNode }) {
  const isPhone = useMediaQuery(belowSm)
  return (
    <CardsContext value={isPhone}>
      {isPhone ? (
        <div role="group" aria-label={label} className="min-w-0 text-sm text-fg">
          {children}
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than its place
        <div className="focus-ring-inset relative min-w-0 overflow-x-auto" role="group" tabIndex={0} aria-label={label}>
          <table aria-label={label} className="w-full min-w-[34rem] table-fixed border-collapse text-sm text-fg">
            <SchemaHead />
            {children}
          </table>
        </div>
      )}
    </CardsContext>
  )
}
