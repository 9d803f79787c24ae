import { createFileRoute } from '@tanstack/react-router';
import { ConsentPage } from '@/features/oauth/consent-page';

export const Route = createFileRoute('/oauth/authorize')({ component: ConsentPage });
