/**
 * The payload that a new custom assessment begins with: it resembles an update of an account. Its name is that of the
 * assessment, as in every call.
 */
export const newSample = {
  name: '',
  version: '0.5',
  metadata: { trackingId: 'update-1', merchantTimeStamp: '2026-01-15T10:24:00Z' },
  user: { userId: 'customer-1', userType: 'Consumer' },
  device: { deviceContextId: 'session-1', ipAddress: '198.51.100.24', provider: 'DFPFingerprinting' },
  change: { field: 'email', isConfirmed: false },
}
