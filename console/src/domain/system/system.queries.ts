import {
  getAuthenticationSystem,
  getDataSystem,
  listProviderCertificates,
} from '@annals/contracts/system';
import { queryOf } from '../../platform/api/query.ts';

export const authenticationSystemQuery = queryOf(getAuthenticationSystem);
export const dataSystemQuery = queryOf(getDataSystem);
export const providerCertificatesQuery = queryOf(listProviderCertificates);
