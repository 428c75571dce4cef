import { Button, DateTime, Dialog, DialogClose, DialogContent, DirectionalIcon, Icon } from '@assay/design-system'
import type { BoosterChild, BoosterSharing } from '@assay/risk-service/contract'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useBoosterTexts } from '../use-booster-texts.ts'

interface ChangedChildrenProps {
  changing: readonly BoosterChild[]
  sharing: BoosterSharing
}

/** The environments below that change, each from what it has to what it gets. */
export function ChangedChildren({ changing, sharing }: ChangedChildrenProps) {
  const texts = useBoosterTexts()
  return (
    <ul className="flex flex-col divide-y divide-line-subtle">
      {changing.map(child => (
        <li key={child.environmentId} className="flex flex-col gap-1 py-2 text-sm">
          <bdi className="font-medium">{child.name}</bdi>
          <span className="flex flex-wrap items-center gap-x-2 text-fg-secondary">
            {texts.level(child)}
            <DirectionalIcon icon={ArrowRight} size={12} />
            <span className="sr-only">
              <FormattedMessage id="Booster.Becomes" />
            </span>
            <span className="text-fg">{texts.level(sharing)}</span>
          </span>
          {child.changed?.origin.environmentId === child.environmentId ? (
            <span className="flex items-start gap-1 text-xs text-warning-text">
              <Icon icon={TriangleAlert} size={12} className="mbs-0.5" />
              <span>
                <FormattedMessage
                  id="Booster.Child.Overwrites"
                  values={{
                    user: <bdi key="user">{child.changed.by}</bdi>,
                    date: <DateTime key="date" value={child.changed.at} shape="date" />,
                  }}
                />
              </span>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

interface ChildrenDialogProps extends ChangedChildrenProps {
  onClose: () => void
  onConfirm: () => void
}

/** Shows once more which environments a save overwrites. */
export function ChildrenDialog({ changing, sharing, onClose, onConfirm }: ChildrenDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={<FormattedMessage id="Booster.Confirm.Title" values={{ count: changing.length }} />}
        description={<FormattedMessage id="Booster.Children.Future" />}
        footer={
          <>
            <DialogClose asChild>
              <Button>
                <FormattedMessage id="Common.Cancel" />
              </Button>
            </DialogClose>
            <Button variant="primary" onClick={onConfirm}>
              <FormattedMessage id="Booster.Confirm" />
            </Button>
          </>
        }
      >
        <ChangedChildren changing={changing} sharing={sharing} />
      </DialogContent>
    </Dialog>
  )
}
