import { cn } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Missing } from './model/locked-value.tsx'

interface FieldCardProps {
  /** Levels of objects that it is inside of. */
  depth?: number
  name: ReactNode
  friendlyName: ReactNode
  type: ReactNode
  /** Empty: none. */
  sample: string
  required: ReactNode
  searchable: ReactNode
  commands?: ReactNode
}

/** A field on a phone: what names it, its values with their names, its commands. */
export const FieldCard = ({
  depth = 0,
  name,
  friendlyName,
  type,
  sample,
  required,
  searchable,
  commands,
}: FieldCardProps) => (
  <li
    className="flex flex-col gap-1.5 border-be border-line-subtle py-2 pe-page"
    style={{ paddingInlineStart: `${1 + depth}rem` }}
  >
    <div className="flex min-w-0 items-start justify-between gap-2">
      {name}
      {commands}
    </div>
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
      <Fact id="Templates.Assessment.FriendlyName">{friendlyName}</Fact>
      <Fact id="Integration.Api.Type">{type}</Fact>
      <Fact id="Ontology.Column.Required" isTick>
        {required}
      </Fact>
      <Fact id="Ontology.Column.Searchable" isTick>
        {searchable}
      </Fact>
    </dl>
    {sample === '' ? null : (
      <dl>
        <Fact id="Calls.Sample">
          <bdi dir="ltr" className="block font-mono text-xs wrap-anywhere">
            {sample}
          </bdi>
        </Fact>
      </dl>
    )}
  </li>
)

/** @param isTick a box, beside its name */
const Fact = ({ id, isTick = false, children }: { id: string; isTick?: boolean; children: ReactNode }) => (
  <div className={cn('min-w-0', isTick && 'flex flex-row-reverse items-center justify-end gap-2')}>
    <dt className="text-xs text-fg-muted">
      <FormattedMessage id={id} />
    </dt>
    <dd className="flex min-h-6 min-w-0 items-center">{children ?? <Missing />}</dd>
  </div>
)
