import { Icon } from '@assay/design-system'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** A value that cannot be changed any more. */
export const LockedValue = ({ term, value }: { term: ReactNode; value: string }) => (
  <div>
    <dt className="text-xs text-fg-muted">{term}</dt>
    <dd className="flex items-center gap-1.5">
      <bdi dir="ltr" className="font-mono">
        {value}
      </bdi>
      <LockMark />
    </dd>
  </div>
)

/** Marks what is locked, for assistive technology as well. */
export const LockMark = () => (
  <span className="inline-flex shrink-0 text-fg-muted">
    <Icon icon={Lock} size={12} />
    <span className="sr-only">
      <FormattedMessage id="Schema.Locked" />
    </span>
  </span>
)

const missingMark = '–'

/** Stands for a value that does not exist. */
export const Missing = () => <span className="text-fg-muted">{missingMark}</span>
