import { useId } from 'react';
import { CopyField } from './copy-field';
import { PROFILE } from './messages';

/** The user's invitation, as code and as link. */
export function Referral({ code, link }: { code: string; link: string }) {
  const titleId = useId();
  return (
    <section className="profile-part" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{PROFILE.referral}</h3>
        <p className="hint">{PROFILE.referralText}</p>
      </div>
      <CopyField label={PROFILE.referralCode} value={code} />
      <CopyField label={PROFILE.referralLink} value={link} />
    </section>
  );
}
