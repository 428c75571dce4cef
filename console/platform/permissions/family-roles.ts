import type { RoleId } from '@assay/risk-service/contract'

/**
 * Roles of people by family, as the roles table has them; the table itself is too large to load for a list of names.
 */
export const familyRoles: Record<'standard' | 'psp', readonly RoleId[]> = {
  standard: [
    'ProductAdmin',
    'AllAreasAdmin',
    'AllAreasEditor',
    'AllAreasViewer',
    'SupportAgent',
    'FraudEngineer',
    'ManualReviewAnalyst',
    'ManualReviewSeniorAnalyst',
    'ManualReviewFraudManager',
  ],
  psp: [
    'ProductAdmin',
    'PSPAdmin',
    'FraudManager',
    'FraudSupervisor',
    'FraudAnalyst',
    'ManualReviewAgent',
    'TechnicalDeveloper',
    'CustomerServiceSupport',
    'Reporting',
  ],
}
