import { FormattedMessage } from 'react-intl'

const ids: Record<string, string> = {
  ProductAdmin: 'SignIn.Role.ProductAdmin',
  AllAreasAdmin: 'SignIn.Role.AllAreasAdmin',
  AllAreasEditor: 'SignIn.Role.AllAreasEditor',
  AllAreasViewer: 'SignIn.Role.AllAreasViewer',
  SupportAgent: 'SignIn.Role.SupportAgent',
  FraudEngineer: 'SignIn.Role.FraudEngineer',
  ManualReviewAnalyst: 'SignIn.Role.ManualReviewAnalyst',
  ManualReviewSeniorAnalyst: 'SignIn.Role.ManualReviewSeniorAnalyst',
  ManualReviewFraudManager: 'SignIn.Role.ManualReviewFraudManager',
  PSPAdmin: 'SignIn.Role.PSPAdmin',
  FraudManager: 'SignIn.Role.FraudManager',
  FraudSupervisor: 'SignIn.Role.FraudSupervisor',
  FraudAnalyst: 'SignIn.Role.FraudAnalyst',
  ManualReviewAgent: 'SignIn.Role.ManualReviewAgent',
  TechnicalDeveloper: 'SignIn.Role.TechnicalDeveloper',
  CustomerServiceSupport: 'SignIn.Role.CustomerServiceSupport',
  Reporting: 'SignIn.Role.Reporting',
  GlobalAdministrator: 'SignIn.Role.GlobalAdministrator',
}

/** Short name of a role for people; the names in the roles table are for the wire. */
export function RoleName({ role }: { role: string | null }) {
  return <FormattedMessage id={(role === null ? undefined : ids[role]) ?? 'SignIn.Role.None'} />
}
