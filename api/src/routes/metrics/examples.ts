export const metrics = { answers: { 200: 'merit_jobs{queue="reward-issuance",state="waiting"} 3\n' } };
