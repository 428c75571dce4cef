/** Areas of the risk reason codes on the wire. */
export type ReasonArea =
  | '500-LOCATION_CONSISTENCY'
  | '700-ACCOUNT_INFORMATION'
  | '800-ACCOUNT_CONSISTENCY'
  | '900-PAYMENT_INFORMATION'
  | '1100-DEVICE_INFORMATION'
