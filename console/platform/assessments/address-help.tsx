import { FormattedMessage } from 'react-intl'

/** Says to which address the risk API of an assessment, or of one of its events, answers. */
export const AddressHelp = ({ address }: { address: string }) => (
  <FormattedMessage
    id="Templates.Assessment.ApiNameHelp"
    values={{
      path: (
        <bdi key="path" dir="ltr" className="font-mono wrap-anywhere">
          {address}
        </bdi>
      ),
    }}
  />
)
