import {
  Button,
  CopyableId,
  Dialog,
  DialogContent,
  KeyValue,
  KeyValueList,
  NumberText,
  useFormat,
} from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

/** Facts about a branch, its own endpoint above all. */
export function BranchInfoDialog({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Rules.Branch.InfoOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
        description={
          <FormattedMessage id={branch.production ? 'Rules.Branch.ProductionHelp' : 'Rules.Branch.EndpointHelp'} />
        }
        footer={
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        <KeyValueList termWidth="sm">
          <KeyValue term={<FormattedMessage id="Common.Name" />}>
            <bdi>{branch.name}</bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Rules.Branch.ApiName" />}>
            <CopyableId value={branch.apiName} label={intl.formatMessage({ id: 'Rules.Branch.ApiName' })} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Rules.Branch.Endpoint" />}>
            <CopyableId
              className="wrap-anywhere"
              value={branch.endpoint.url}
              label={intl.formatMessage({ id: 'Rules.Branch.Endpoint' })}
            />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Rules.Branch.RuleCount" />}>
            <NumberText value={branch.ruleCount} />
          </KeyValue>
          {branch.createdAt ? (
            <KeyValue term={<FormattedMessage id="Rules.Branch.CreatedBy" />}>
              <FormattedMessage
                id="Common.UserAndTime"
                values={{ user: <bdi key="user">{branch.createdBy}</bdi>, time: format.dateTime(branch.createdAt) }}
              />
            </KeyValue>
          ) : null}
        </KeyValueList>
      </DialogContent>
    </Dialog>
  )
}
